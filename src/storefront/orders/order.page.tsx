import { redirect } from 'react-router'

import { ChangeSection } from '#order-changes/change-section.tsx'
import { ownOrder, viewChanges } from '#order-changes/view-changes.actions.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'

import type { Route } from './+types/order.page'
import { afterPayingAgain, choices } from './choices.actions.server.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrderedWines } from './ordered-wines.tsx'
import { viewOrder } from './view-order.actions.server.ts'
import { WhereItIs } from './where-it-is.tsx'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, ordersCopy.order(wholeNumberIn(args.params.number) ?? 0))

/** One order of the member's own; another's number is as if it did not exist. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  // As it is printed everywhere: `K-1010`.
  const printed = wholeNumberIn(/^K-(\d+)$/i.exec(params.number)?.[1])
  if (printed !== null) throw redirect(paths.order(printed))
  const paid = url.searchParams.get('paid')
  if (paid !== null) {
    const shown = await afterPayingAgain(context.get(servicesContext), paid, request)
    throw redirectWithFlash(paths.order(numberIn(params)), shown, context)
  }
  const order = await viewOrder(context.get(servicesContext), memberOf(context), numberIn(params))
  if (!order) throw httpError(404)
  const { email, phone } = context.get(siteContext)
  const services = context.get(servicesContext)
  const own = await ownOrder(services, memberOf(context), params)
  return { order, changes: own && (await viewChanges(services, own)), site: { email, phone } }
}

export const action = pageAction(choices)

function numberIn(params: Route.LoaderArgs['params']): number {
  const number = wholeNumberIn(params.number)
  if (number) return number
  throw httpError(404)
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, state, shipments } = loaderData.order
  return (
    <MembersPage
      title={ordersCopy.order(number)}
      intro={state === 'refunded' && shipments.length === 0 ? ordersCopy.over : undefined}
      view="orders"
    >
      <OrderedWines {...loaderData.order} />
      <WhereItIs shipments={loaderData.order.shipments} sent={actionData} />
      <ChangeSection changes={loaderData.changes} />
      <OrderDetail order={loaderData.order} site={loaderData.site} />
    </MembersPage>
  )
}
