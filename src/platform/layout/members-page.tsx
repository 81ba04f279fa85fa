import type { ReactNode } from 'react'

import { Page } from '#ui/page.tsx'

import type { MenuItem } from './members-menu.tsx'
import { MembersMenu } from './members-menu.tsx'
import { PageNotice } from './page-notice.tsx'

import styles from './members-page.module.css'

type PageProps = { title: string; view?: MenuItem; intro?: string; children: ReactNode }

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
