import type { ReactNode } from 'react'

import { membersCopy } from './members.copy.ts'
import { CartSummary } from '#storefront/cart/cart-summary.tsx'
import type { MembersView } from './members.copy.ts'
import { Page } from '#ui/page.tsx'

import { MembersMenu } from '#site/members/members-menu.tsx'
import styles from './members-page.module.css'
import { PageNotice } from './page-notice.tsx'

type LandingProps = { firstName: string; view: MembersView; children: ReactNode }

/** The landing: greeting, sub-menu and cart summary around one of the members' views. */
export function MembersLanding({ firstName, view, children }: LandingProps) {
  return (
    <Page
      className={styles.page}
      title={membersCopy.greeting(firstName)}
      intro={membersCopy.welcome}
    >
      <MembersMenu view={view} />
      <PageNotice />
      <div className={styles.view} data-view={view}>
        <div className={styles.content}>{children}</div>
        <CartSummary />
      </div>
    </Page>
  )
}

type PageProps = { title: string; view?: MembersView; intro?: string; children: ReactNode }

/** A members' page with an address of its own, below its title and the sub-menu. */
export function MembersPage({ title, view, intro, children }: PageProps) {
  return (
    <Page className={styles.page} title={title} intro={intro}>
      <MembersMenu view={view} />
      <PageNotice />
      {children}
    </Page>
  )
}
