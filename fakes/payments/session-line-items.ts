import type Stripe from 'stripe'

import type { SessionLine } from './checkout-session-details.ts'
import { arrayPage, type PageParams } from './pagination.ts'
import type { World } from './world.ts'

/** The line items of a session as a Stripe list. */
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
    // The SDK declares decimals as objects; the API sends strings.
    price: world.collections.prices.get(line.price) as unknown as Stripe.Price,
    quantity: line.quantity,
  }
}
