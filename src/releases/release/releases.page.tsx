import { Link } from 'react-router'

import type { Column } from '#platform/admin/admin-table.tsx'
import { count } from '#platform/admin/admin.copy.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/releases.page'
import { adminReleasesCopy as copy } from './admin-releases.copy.ts'
import { releaseList } from './release-list.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(releaseList, args)

type Row = ListRow<typeof releaseList>

const columns: readonly Column<Row>[] = [
  {
    label: copy.name,
    cell: (row) => <Link to={paths.release(row.id)}>{row.name}</Link>,
  },
  { label: copy.season, cell: (row) => `${copy.seasons[row.season]} ${row.year}` },
  { label: copy.state, cell: (row) => copy.phases[row.phase] },
  { label: copy.opens, sort: 'opens', cell: (row) => <ShopMoment at={row.opensAt} /> },
  { label: copy.closes, cell: (row) => <ShopMoment at={row.closesAt} /> },
  { label: copy.sold, numeric: true, cell: (row) => count(row.sold ?? 0) },
  { label: copy.promised, numeric: true, cell: (row) => count(row.promised ?? 0) },
  { label: copy.free, numeric: true, cell: (row) => count(row.free ?? 0) },
  { label: copy.wines, wraps: true, cell: (row) => row.wines },
]

export default function ReleasesPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      name="releases"
      {...loaderData}
      {...{ copy, columns }}
      rowKey={(row) => row.id}
      actions={
        <ButtonLink kind="secondary" href={paths.newRelease()}>
          {copy.add}
        </ButtonLink>
      }
    />
  )
}
