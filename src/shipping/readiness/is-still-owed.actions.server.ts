import type { Order } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { Shipment } from '../shipments/shipments.store.server.ts'
import { isWhollyLeft } from '../shipments/shipments.store.server.ts'

/**
 * Whether the wine of a returned box is still owed to its buyer: none of it was refunded, the order was
 * not refunded in full, and its payment is not disputed.
 */
export async function isStillOwed(
  db: Queryable,
  order: Pick<Order, 'id' | 'state' | 'totalCents'>,
  shipment: Pick<Shipment, 'id' | 'orderId' | 'receivedAt'>,
): Promise<boolean> {
  if (order.state === 'disputed') return false
  if (await isWhollyRefunded(db, order)) return false
  // Once it is received, its own units are in stock again.
  return shipment.receivedAt !== null || isWhollyLeft(db, shipment)
}

/** Whether an order is refunded in full, including requested refunds. */
export const isWhollyRefunded = async (
  db: Queryable,
  order: Pick<Order, 'id' | 'totalCents'>,
): Promise<boolean> => refundableCents(order.totalCents, await refundsOf(db, order.id)) === 0
