import { Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
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

const copy = {
  title: 'Claims',
  search: 'S- or K-number, name, email or claim number',
  none: 'No box is lost or damaged.',
  noneFound: 'No claim matches.',
}

const whichOptions = [
  ['', 'Any'],
  ['unpaid', 'Not settled yet'],
  ['unclaimed', 'Not claimed yet'],
  ['open', 'Open'],
  ['paid', 'Paid'],
  ['refused', 'Refused'],
] as const

const boxOptions = [
  ['', 'Any'],
  ['lost', 'Lost'],
  ['damaged', 'Damaged'],
] as const

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = async (args: Route.LoaderArgs) => ({
  ...(await loadList(claimList, args)),
  now: new Date(),
})

export const action = pageAction({ save: saveClaim })

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const filters = [
  { name: 'which', label: 'Claim', options: optionsOf(whichOptions) },
  { name: 'state', label: 'Box', options: optionsOf(boxOptions) },
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
      actions={<Link to={paths.shippingOverview()}>Shipping</Link>}
    />
  )
}
