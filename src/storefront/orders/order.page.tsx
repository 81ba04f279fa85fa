import { data, redirect, redirectDocument } from 'react-router'

import { ChangeSection } from '#order-changes/change-section.tsx'
import { ownOrder, viewChanges } from '#order-changes/view-changes.actions.server.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'

import type { Route } from './+types/order.page'
import { afterPayingAgain, applyChoice } from './apply-choice.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrderedWines } from './ordered-wines.tsx'
import { viewOrder } from './view-order.actions.server.ts'
import { WhereItIs } from './where-it-is.tsx'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, ordersCopy.order(Number(args.params.number)))

/** One order of the member's own; another's number is as if it did not exist. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  // As it is printed everywhere: `K-1010`.
  const printed = /^K-(\d+)$/i.exec(params.number)
  if (printed) throw redirect(paths.order(Number(printed[1])))
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

/** What the buyer chooses about a shipment of this order. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const number = numberIn(params)
  const buyer = { userId: memberOf(context).id, number }
  const form = await request.formData()
  const applied = await applyChoice(context.get(servicesContext), buyer, form)
  if ('wrong' in applied) return data(applied.wrong, 400)
  if ('payAt' in applied) throw redirectDocument(applied.payAt, 303)
  return redirectWithFlash(`${paths.order(number)}#where-it-is`, applied.shown, context)
}

function numberIn(params: Route.LoaderArgs['params']): number {
  const number = Number(params.number)
  if (Number.isSafeInteger(number) && number > 0 && number < 2 ** 31) return number
  throw httpError(404)
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={ordersCopy.order(loaderData.order.number)} view="orders">
      <OrderedWines {...loaderData.order} />
      <WhereItIs shipments={loaderData.order.shipments} wrong={actionData ?? null} />
      <ChangeSection changes={loaderData.changes} />
      <OrderDetail order={loaderData.order} site={loaderData.site} />
    </MembersPage>
  )
}
