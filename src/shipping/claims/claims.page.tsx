import { data, Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { claimsCopy as copy, pickupsCopy } from '../pickup/pickups.copy.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { optionsOf } from '#platform/list/list-toolbar.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import type { ClaimResult } from './claim-list.tsx'
import { ClaimList } from './claim-list.tsx'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'

import { claimList } from './claim-list.store.server.ts'
import type { Route } from './+types/claims.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = async (args: Route.LoaderArgs) => ({
  ...(await loadList(claimList, args)),
  now: new Date(),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 500)
  const number = wholeNumberIn(text('number'))
  const typed = {
    claimNumber: text('claimNumber'),
    amount: text('amount'),
    paidOn: text('paidOn'),
    refusedOn: text('refusedOn'),
    refusal: text('refusal'),
  }
  const version = text('version') ? wholeNumberIn(text('version')) : null
  const { shop, viewer } = callerOf(context)
  const saved = await shop.saveClaim(viewer, { number, version, typed })
  const back = flashTo(context, paths.claims(Object.fromEntries(url.searchParams)))
  if (saved.ok) return back('good', copy.saved(shipmentNumber(number)))
  switch (saved.reason) {
    case 'not-staff':
      throw httpError(403)
    case 'gone':
      throw httpError(404)
    case 'invalid': {
      const result: ClaimResult = { number, typed, field: saved.field }
      return data(result, { status: 400 })
    }
    default:
      return back('bad', copy.errors[saved.reason])
  }
}

const filters = [
  { name: 'which', label: copy.which, options: optionsOf(copy.whichOptions) },
  { name: 'state', label: copy.box, options: optionsOf(copy.boxOptions) },
]

type Claim = ListRow<typeof claimList>

const claimsAt = (now: Date, result: ClaimResult | null) => (claims: readonly Claim[]) => (
  <ClaimList claims={claims} now={now} result={result} />
)

export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isStale, now } = loaderData
  const result = useFormResult(actionData) ?? null
  return (
    <ListPage
      name="claims"
      {...{ list, isStale, copy, filters }}
      rowKey={({ id }) => id}
      rows={claimsAt(now, result)}
      actions={<Link to={paths.shippingOverview()}>{pickupsCopy.shipping}</Link>}
    />
  )
}
