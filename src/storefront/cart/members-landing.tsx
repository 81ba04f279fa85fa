import type { ReactNode } from 'react'

import { MembersPage } from '#platform/layout/members-page.tsx'
import type { MembersView } from '#platform/layout/members.copy.ts'
import { membersCopy } from '#platform/layout/members.copy.ts'

import { CartSummary } from './cart-summary.tsx'

import styles from './members-landing.module.css'

type Props = { firstName: string; view: MembersView; children: ReactNode }

/** The landing: greeting, sub-menu and cart summary around one of the members' views. */
export function MembersLanding({ firstName, view, children }: Props) {
  return (
    <MembersPage title={membersCopy.greeting(firstName)} intro={membersCopy.welcome} view={view}>
      <div className={styles.view} data-view={view}>
        <div>{children}</div>
        <CartSummary />
      </div>
    </MembersPage>
  )
}
