import type Stripe from 'stripe'
import { arrayPage, type PageParams } from './pagination.ts'
import type { World } from './world.ts'

export type SessionLine = {
  id: string
  price: string
  description: string
  quantity: number
  currency: string
  amountSubtotal: number
  amountTax: number
  amountTotal: number
  taxes: { rate: string; amount: number }[]
  metadata: Stripe.Metadata
}

/** What the buyer typed on the payment page so far, without the card. */
export type BuyerDraft = Record<string, string>

/** What belongs to a checkout session and is not told in it. */
export type SessionDetails = {
  id: string
  lines: SessionLine[]
  intentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData
  customerUpdate: Stripe.Checkout.SessionCreateParams.CustomerUpdate
  draft: BuyerDraft
}

/** The lines of a session as the list Stripe gives. */
export function sessionLineItems(
  world: World,
  session: string,
  params: PageParams,
): Stripe.ApiList<Stripe.LineItem> {
  const lines = world.collections.sessionDetails.get(session)?.lines ?? []
  const page = arrayPage(lines, `/v1/checkout/sessions/${session}/line_items`, params)
  return { ...page, data: page.data.map((line) => lineItem(world, line)) }
}

function lineItem(world: World, line: SessionLine): Stripe.LineItem {
  return {
    id: line.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: line.amountSubtotal,
    amount_tax: line.amountTax,
    amount_total: line.amountTotal,
    currency: line.currency,
    description: line.description,
    metadata: line.metadata,
    // The SDK's type has decimals as number objects; on the wire they are text.
    price: world.collections.prices.get(line.price) as unknown as Stripe.Price,
    quantity: line.quantity,
  }
}
