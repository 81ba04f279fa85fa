import { createContext, redirect, useNavigate } from 'react-router'

import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { NoticeCode } from '#checkout/notices.copy.ts'
import { noticeOfRefund, notices } from '#checkout/notices.copy.ts'
import { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
import { PurchaseThanks } from '#orders/order/purchase-thanks.tsx'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { datesOf, requestContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { MembersLanding } from '../cart/members-landing.tsx'
import { orderHistoryView } from '../orders/order-history-view.ts'
import { orderHistory } from '../orders/order-history.actions.server.ts'
import { OrderHistory } from '../orders/order-history.tsx'
import { thankedOrder } from '../orders/thanked-order.ts'
import type { Route } from './+types/purchase-thanks.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Thank you')

const orderContext = createContext<string>()

/**
 * Return URL of the payment page, the card panel and the bank. The request is only a notification:
 * the provider is queried, and the order recorded if nothing else has done so. Shown only for the
 * user's own order. A middleware, so that it runs before any loader and the page shows the cart
 * after the purchase.
 */
const settlePurchase: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const { services, viewer } = callerOf(context)
  const byCard = url.searchParams.get('payment_intent')
  const payment = url.searchParams.get('session_id') ?? byCard
  if (!payment) throw redirect(paths.members())
  const recorded = await returnFromPayment(services, payment, clientAddressOf(request.headers))
  if (recorded.state === 'being-confirmed') {
    throw toOrders('being-confirmed', context)
  }
  if (recorded.state === 'open' && byCard) throw redirect(paths.card({ payment_intent: byCard }))
  if (recorded.state !== 'paid' || recorded.userId !== viewer.id) throw redirect(paths.members())
  const { notServed } = recorded
  if (notServed) throw toOrders(noticeOfRefund(notServed), context)
  // The bank's redirect has the payment's client secret in the URL; remove it.
  if (url.searchParams.has('payment_intent_client_secret')) {
    throw redirect(paths.purchaseThanks(payment))
  }
  context.set(orderContext, recorded.orderId)
}

/** Past orders are not shown to a limited login session. */
const ordersFor = ({ isLimited }: SignedIn) => (isLimited ? 'current' : 'orders')

const toOrders = (notice: NoticeCode, context: Route.LoaderArgs['context']) => {
  const to = paths.members(ordersFor(memberOf(context)))
  return redirectWithFlash(to, { ...notices[notice], at: 'content' }, context, 302)
}

export const middleware: Route.MiddlewareFunction[] = [settlePurchase]

/** The order, and the order history shown behind the thank-you dialog; the read notes that it is seen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const { placeholders } = context.get(requestContext)
  const thanked = context.get(orderContext)
  const history = viewer.isLimited ? null : await orderHistory(services, viewer, 1, { thanked })
  const order = await thankedOrder(services, viewer, thanked, { history, isThanked: true })
  // Back, a reload, or a second try after the connection broke while the thanks were on their way.
  if (!order) throw toOrders('paid-before', context)
  return {
    order,
    history: history && orderHistoryView(history, placeholders, datesOf(context)),
    firstName: viewer.firstName,
  }
}

export const shouldRevalidate = () => false

export default function PurchaseThanksPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <MembersLanding
      firstName={loaderData.firstName}
      view={loaderData.history ? 'orders' : 'current'}
    >
      {loaderData.history && <OrderHistory history={loaderData.history} />}
      <PurchaseThanks order={loaderData.order} onClose={() => void navigate(paths.members())} />
    </MembersLanding>
  )
}
