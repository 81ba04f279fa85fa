import { useEffect } from 'react'
import { Link } from 'react-router'

import type { Column } from '#platform/admin/admin-table.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ShopDay } from '#platform/text/dates.tsx'

import type { Route } from './+types/duplicate-list.page'
import { duplicateList } from './duplicate-list.store.server.ts'
import { duplicatesCopy as copy, reasonOf } from './merges.copy.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(duplicateList, args)

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.loadOrStale(() => serverLoader())

type Pair = ListRow<typeof duplicateList>

const columns: readonly Column<Pair>[] = [
  { label: copy.first, cell: ({ first }) => first.name },
  { label: copy.email, part: 'line', wraps: true, cell: ({ first }) => first.email },
  { label: copy.second, cell: ({ second }) => second.name },
  { label: copy.email, cell: ({ second }) => second.email },
  { label: copy.reason, cell: reasonOf },
  { label: copy.found, sort: 'found', cell: ({ foundAt }) => <ShopDay at={foundAt} /> },
  {
    label: copy.compare,
    part: 'action',
    cell: ({ one, other, first, second }) => (
      <Link
        to={paths.mergeUser(one, other)}
        aria-label={copy.compareNamed(first.name, second.name)}
      >
        {copy.compare}
      </Link>
    ),
  },
]

export default function DuplicateList({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  useEffect(() => last.keep(loaderData))
  return (
    <ListPage
      name="duplicates"
      {...{ list, isStale, copy, columns }}
      rowKey={(pair) => pair.id}
      note={<p>{copy.intro}</p>}
    />
  )
}
