import { Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { claimsCopy as copy, pickupsCopy } from '../pickup/pickups.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { optionsOf } from '#platform/list/list-toolbar.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { ClaimList } from './claim-list.tsx'
import { saveClaim } from './claims.actions.server.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'

import { claimList } from './claim-list.store.server.ts'
import type { Route } from './+types/claims.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = async (args: Route.LoaderArgs) => ({
  ...(await loadList(claimList, args)),
  now: new Date(),
})

export const action = pageAction({ save: saveClaim })

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const filters = [
  { name: 'which', label: copy.which, options: optionsOf(copy.whichOptions) },
  { name: 'state', label: copy.box, options: optionsOf(copy.boxOptions) },
]

type Claim = ListRow<typeof claimList>

const claimsAt = (now: Date, sent: Sent | undefined) => (claims: readonly Claim[]) => (
  <ClaimList claims={claims} now={now} sent={sent} />
)

export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isStale, now } = loaderData
  const sent = useFormResult(actionData)
  return (
    <ListPage
      name="claims"
      {...{ list, isStale, copy, filters }}
      rowKey={({ id }) => id}
      rows={claimsAt(now, sent)}
      actions={<Link to={paths.shippingOverview()}>{pickupsCopy.shipping}</Link>}
    />
  )
}
