import type { ReactNode } from 'react'

import { classes } from '#ui/classes.ts'
import { Page } from '#ui/page.tsx'

import { MembersMenu } from './members-menu.tsx'
import type { MenuItem } from './members.copy.ts'
import { menuLabels } from './members.copy.ts'
import { PageNotice } from './page-notice.tsx'

import styles from './members-page.module.css'

type PageProps = { title: string; view?: MenuItem; intro?: string; children: ReactNode }

/** A members' page with an address of its own, below its title and the sub-menu. */
export function MembersPage({ title, view, intro, children }: PageProps) {
  // The tab says it already.
  const isNamedByTab = view !== undefined && title === menuLabels[view]
  return (
    <Page
      className={classes(styles.page, isNamedByTab && styles.tabbed)}
      title={title}
      intro={intro}
    >
      <MembersMenu view={view} />
      <PageNotice />
      {children}
    </Page>
  )
}
