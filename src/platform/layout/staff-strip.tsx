import { useMatches } from 'react-router'

import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'

import { paths } from '../http/paths.rules.ts'
import { staffStripCopy } from '../http/staff-strip.copy.ts'
import { useSiteSettings } from './use-site-settings.ts'

import styles from './staff-strip.module.css'

const adminPages = ['admin/layout/admin-layout.page', 'releases/release-day/release-day.page']

/** Above every page of the shop, for staff alone: the way back to the admin. */
export function StaffStrip() {
  const viewer = useSiteSettings()?.viewer
  const isInAdmin = useMatches().some(({ id }) => adminPages.includes(id))
  if (viewer?.role !== 'staff' || isInAdmin) return null
  return (
    <nav
      className={classes(cluster([0, 2], { justify: 'end' }), styles.strip)}
      aria-label={staffStripCopy.label}
      data-paper="dark"
      data-print="no"
      data-staff-strip
    >
      <span className={letters.quiet}>{staffStripCopy.signedIn}</span>
      <a href={paths.admin()}>{staffStripCopy.toAdmin}</a>
    </nav>
  )
}
