import { guestLinkEnds } from '#orders/guests/guest-link.rules.ts'
import type { DatedOrder, Order } from '#orders/order/orders.store.server.ts'
import { orderById, orderOfMember } from '#orders/order/orders.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { Shipment } from '../shipments/shipments.store.server.ts'
import { shipmentsOf } from '../shipments/shipments.store.server.ts'

/** A signed-in customer with the number of an order, or the signed link of a guest's order. */
export type BuyerOfOrder = { userId: string; number: number } | { token: string }

/** The order of a guest's signed link; null for every other token, and once the link has ended. */
export async function orderByGuestLink(
  { db, orderLinks, clock }: Pick<Services, 'orderLinks' | 'clock'> & { db: Queryable },
  token: string,
): Promise<(DatedOrder & { linkEnds: Date }) | null> {
  const link = orderLinks.read(token)
  const order = link && (await orderById(db, link.orderId))
  if (!order) return null
  const linkEnds = guestLinkEnds(link.from ?? order.createdAt)
  return clock() < linkEnds ? { ...order, linkEnds } : null
}

/** A shipment of the buyer's own order, with the order; null for another's. */
export async function shipmentOfBuyer(
  services: Services,
  buyer: BuyerOfOrder,
  shipmentId: string,
): Promise<{ order: Order; shipment: Shipment } | null> {
  const { db } = services
  const order =
    'token' in buyer
      ? await orderByGuestLink(services, buyer.token)
      : await orderOfMember(db, buyer.userId, buyer.number)
  const shipment = order && (await shipmentsOf(db, order.id)).find(({ id }) => id === shipmentId)
  return order && shipment ? { order, shipment } : null
}
