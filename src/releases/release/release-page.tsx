import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { ReleaseTab } from './admin-releases.copy.ts'
import { adminReleasesCopy as copy, releaseFormCopy, releaseTabs } from './admin-releases.copy.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'

import nav from '#ui/nav-link.module.css'
import styles from './release.module.css'

/** The head of a part of a release, called by both: staff have several open beside each other. */
export function metaOfPart(
  args: Parameters<typeof unlistedMeta>[0] & {
    loaderData?: { release: { fields: { name: string } } } | undefined
  },
  part: string,
) {
  const name = args.loaderData?.release.fields.name
  return unlistedMeta(args, name ? `${part} · ${name}` : part)
}

type Props = {
  release: Pick<StaffRelease, 'id' | 'phase' | 'fields'>
  tab: ReleaseTab
  /** Above the page's parts: why the last form was refused. */
  error?: string | null
  children: ReactNode
}

/** A page of one release: its name and state, and the way to its other pages. */
export function ReleasePage({ release, tab, error, children }: Props) {
  const { id, phase, fields } = release
  const tabs = Object.keys(releaseTabs) as ReleaseTab[]
  // One walks from tab to tab until it is scheduled; then each stands by itself.
  const next = phase === 'draft' ? tabs[tabs.indexOf(tab) + 1] : undefined
  const isFixed = ['texts', 'wines', 'waves'].includes(tab)
  return (
    <AdminPage
      title={fields.name}
      summary={`${copy.phases[phase]} · ${copy.seasons[fields.season]} ${fields.year}`}
      actions={
        <>
          <Link to={paths.newRelease(id)}>Copy as a new release</Link>
          <Link to={paths.releases()}>{copy.all}</Link>
        </>
      }
    >
      <nav aria-label={copy.title}>
        <ul className={classes(cluster([0, 3], { text: 'tight' }), styles.tabs)}>
          {Object.entries(releaseTabs).map(([name, label]) => (
            <li key={name}>
              <Link
                className={nav.link}
                to={paths.release(id, name === 'texts' ? undefined : (name as ReleaseTab))}
                aria-current={name === tab ? 'page' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && <Notice tone="bad">{error}</Notice>}
      {isFixed && phase !== 'draft' && <Notice>{releaseFormCopy.readOnly[phase]}</Notice>}
      {children}
      {next && next !== 'live' && (
        <p>
          <ButtonLink kind="secondary" href={paths.release(id, next)}>
            {`Next: ${releaseTabs[next]}`}
          </ButtonLink>
        </p>
      )}
    </AdminPage>
  )
}
