import { createContext, redirect, useNavigate } from 'react-router'

import { PurchaseThanks } from '#web/components/members/purchase-thanks.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/page.tsx'
import { membersCopy } from '#domain/copy/members.ts'

import type { Route } from './+types/purchase-thanks'

export const handle = { interactive: true }
export const meta: Route.MetaFunction = () => [{ title: 'Thank you · Kohue' }]

const orderContext = createContext<string>()

/**
 * Where the payment page, the card panel and the bank send their buyer. What they say is only a nudge: the provider is asked, and
 * the order is recorded if nothing else has done so. Nobody is thanked for another's order. Before
 * any loader runs, so that the page shows the cart as the purchase left it.
 */
const settlePurchase: Route.MiddlewareFunction = async ({ url, context }) => {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const byCard = url.searchParams.get('payment_intent')
  const payment = url.searchParams.get('session_id') ?? byCard
  if (!payment) throw redirect(paths.members())
  const recorded = await shop.returnFromPayment(payment)
  if (recorded.state === 'being-confirmed') {
    throw redirect(paths.members('orders', { notice: 'being-confirmed' }))
  }
  if (recorded.state === 'open' && byCard) throw redirect(paths.card({ payment_intent: byCard }))
  if (recorded.state !== 'paid' || recorded.userId !== viewer.id) throw redirect(paths.members())
  if (recorded.notServed) throw redirect(paths.members('orders', { notice: 'given-back' }))
  // The bank leads back with the payment's secret in the address: it need not stay there.
  if (url.searchParams.has('payment_intent_client_secret')) {
    throw redirect(paths.purchaseThanks(payment))
  }
  await shop.thankBuyer(viewer, true)
  context.set(orderContext, recorded.orderId)
}

export const middleware: Route.MiddlewareFunction[] = [requireMember, settlePurchase]

export function loader({ context }: Route.LoaderArgs) {
  return { order: context.get(orderContext), firstName: memberOf(context).firstName }
}

export const shouldRevalidate = () => false

export default function PurchaseThanksPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <Page title={membersCopy.greeting(loaderData.firstName)} intro={membersCopy.welcome}>
      <PurchaseThanks order={loaderData.order} onClose={() => void navigate(paths.members())} />
    </Page>
  )
}
