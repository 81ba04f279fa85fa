import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { membersCopy } from '#domain/copy/members.ts'
import { CartSummary } from '#web/components/cart/cart-summary.tsx'
import type { MembersView } from '#web/paths.ts'
import { membersViews, paths } from '#web/paths.ts'
import { Page } from '#web/ui/page.tsx'

import styles from './members-page.module.css'
import { PageNotice } from './page-notice.tsx'

type Props = {
  firstName: string
  isClubMember: boolean
  view: MembersView
  children: ReactNode
}

/** Greeting, sub-menu and cart summary around one of the members' views. */
export function MembersPage({ firstName, isClubMember, view, children }: Props) {
  return (
    <Page title={membersCopy.greeting(firstName)} intro={membersCopy.welcome}>
      <nav aria-label={membersCopy.menu} className={styles.menu}>
        <ul className={styles.items}>
          {membersViews
            .filter((item) => item !== 'membership' || isClubMember)
            .map((item) => (
              <li key={item}>
                <Link
                  to={paths.members(item)}
                  preventScrollReset
                  className={styles.item}
                  aria-current={item === view ? 'page' : undefined}
                >
                  {membersCopy.views[item]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <PageNotice />
      <div className={styles.room}>
        <div className={styles.content}>{children}</div>
        <CartSummary />
      </div>
    </Page>
  )
}
