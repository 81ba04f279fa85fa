import { recipientOf } from '#catalogue/destinations/gift.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { ThankedOrder } from '#orders/order/purchase-thanks.tsx'
import { viewPaidOrder } from '#orders/order/thank-buyer.actions.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { addressInTwoLines } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'

import type { OrderHistory } from './order-history.actions.server.ts'
import { orderHistory } from './order-history.actions.server.ts'

/**
 * What the thank-you says of an order that has just been paid; null when it is not the member's.
 * `history` is the first page of the member's orders where the caller has read it. With `isThanked` the read
 * also notes that the member has seen the thank-you, and an order that was seen before, changed or refunded is null.
 */
export async function thankedOrder(
  services: Services,
  viewer: SignedIn,
  orderId: string | null,
  {
    history = null,
    isThanked = false,
  }: { history?: OrderHistory | null; isThanked?: boolean } = {},
): Promise<ThankedOrder | null> {
  if (orderId === null) return null
  const order = viewer.isLimited
    ? await viewPaidOrder(services, viewer, orderId, { isThanked })
    : (
        history ??
        (await orderHistory(services, viewer, 1, { thanked: isThanked ? orderId : null }))
      ).orders.find(({ id }) => id === orderId)
  if (!order || order.refundedCents > 0 || (isThanked && order.thankedAt !== null)) return null
  const { shipTo, shippingMethod } = order
  const isPickup = shippingMethod === 'pickup'
  return {
    id: order.id,
    number: String(order.number),
    wines: order.lines.map(({ quantity, description }) => {
      const [title] = description.split(', ', 1)
      return `${quantity} × ${title}`
    }),
    by: shippingMethod ? shippingMethodName[shippingMethod] : '',
    isPickup,
    shipsFrom: order.shipsFrom,
    to: isPickup || !shipTo ? [] : [recipientOf(shipTo).name, ...addressInTwoLines(shipTo)],
  }
}
