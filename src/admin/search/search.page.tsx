import { Link, redirect } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { findEverywhere } from '#platform/admin/finders.server.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Block } from '#platform/layout/block.tsx'
import { letters, stack } from '#ui/layout.ts'

import type { Route } from './+types/search.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Search')

const page = staffPage({
  needs: 'see-admin',
  async load({ db, url, viewer }) {
    const typed = (url.searchParams.get('q') ?? '').trim()
    const found = await findEverywhere(db, viewer, typed)
    const [first, ...others] = found.flatMap(({ hits }) => hits)
    // What can only mean one thing is opened at once.
    if (first && others.length === 0) throw redirect(first.href)
    return { typed, found }
  },
  actions: {},
})
export const loader = page.loader

export default function SearchPage({ loaderData: { typed, found } }: Route.ComponentProps) {
  return (
    <AdminPage title="Search" summary={typed && `for “${typed}”`}>
      {found.length === 0 && (
        <p className={letters.intro}>
          {typed
            ? 'Nothing found. Try an order’s number (K-1001), a tracking number, or part of a name or email.'
            : 'Type an order’s number, a tracking number, a name, an email or a wine.'}
        </p>
      )}
      <div>
        {found.map(({ title, hits, all }) => (
          <Block key={title} id={`found-${title.toLowerCase()}`} title={title}>
            <ul className={stack(1, { text: 'sans' })}>
              {hits.map(({ title: name, detail, href }) => (
                <li key={href}>
                  <Link to={href}>{name}</Link> <span className={letters.quiet}>{detail}</span>
                </li>
              ))}
              {all && (
                <li>
                  <Link to={all}>All that match</Link>
                </li>
              )}
            </ul>
          </Block>
        ))}
      </div>
    </AdminPage>
  )
}
