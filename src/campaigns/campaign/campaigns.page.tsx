import { Link } from 'react-router'

import type { Column } from '#platform/admin/admin-table.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/campaigns.page'
import { campaignList } from './campaign-list.store.server.ts'
import { campaignsCopy as copy } from './campaigns.copy.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(campaignList, args)

type Row = ListRow<typeof campaignList>

const columns: readonly Column<Row>[] = [
  {
    label: copy.name,
    cell: (row) => <Link to={paths.campaign(row.id)}>{row.name}</Link>,
  },
  { label: copy.subject, part: 'line', cell: (row) => row.subject },
  { label: copy.state, cell: (row) => copy.states[row.state] },
  {
    label: copy.sendAt,
    cell: (row) => (row.sendAt ? <ShopMoment at={row.sendAt} /> : copy.notYet),
  },
  { label: copy.sent, numeric: true, cell: (row) => row.sent.toLocaleString('en-US') },
  { label: copy.entered, numeric: true, cell: (row) => row.entered.toLocaleString('en-US') },
]

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      name="campaigns"
      {...loaderData}
      {...{ copy, columns }}
      rowKey={(row) => row.id}
      actions={
        <ButtonLink kind="secondary" href={paths.newCampaign()}>
          {copy.add}
        </ButtonLink>
      }
    />
  )
}
