import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/handover-list.page'
import { handoverColumns } from './earlier-handovers.tsx'
import { handoverList } from './handover-list.store.server.ts'

const copy = {
  title: 'All handovers',
  search: 'Number, shipment, staff member or format',
  none: 'No handover yet.',
  noneFound: 'No handover matches.',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(handoverList, args)

export default function HandoverList({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  return (
    <ListPage
      name="handovers"
      {...{ list, isStale, copy }}
      columns={handoverColumns}
      pathOf={paths.handoverList}
      rowKey={({ id }) => id}
      actions={
        <ButtonLink kind="secondary" href={paths.handovers()}>
          Make today’s handover
        </ButtonLink>
      }
    />
  )
}
