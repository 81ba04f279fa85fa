import type { Order } from '#data/orders/orders.ts'
import { orderById, orderOfMember } from '#data/orders/orders.ts'
import { guestLinkEnds } from '#domain/orders/guest-link.ts'

import type { Services } from '#use-cases/services.ts'

/** A signed-in customer with the number of an order, or the signed link of a guest's order. */
export type BuyerOfOrder = { userId: string; number: number } | { token: string }

/** The buyer's own order; null for another's, for none, and for a link that has ended. */
export async function orderOfBuyer(
  { db, orderLinks, clock }: Services,
  buyer: BuyerOfOrder,
): Promise<Order | null> {
  if ('userId' in buyer) return orderOfMember(db, buyer.userId, buyer.number)
  const orderId = orderLinks.read(buyer.token)
  const order = orderId && (await orderById(db, orderId))
  return order && clock() < guestLinkEnds(order.createdAt) ? order : null
}
