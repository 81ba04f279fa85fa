import type { Order, OrderLine } from '#orders/order/orders.store.server.ts'
import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import { shipmentLinesOf, shipmentsOf } from '#shipping/shipments/shipments.store.server.ts'

import type { PaidOrder } from './change-money.rules.ts'
import { givenMethods } from './change-money.rules.ts'
import type { Difference } from './differences.store.server.ts'
import { paidDifferencesOf } from './differences.store.server.ts'
import { changesOf } from './order-changes.store.server.ts'

/** With its lines as they were sold, and its differences, the newest first. */
type PaidOrderWithDifferences = PaidOrder & {
  sold: { lines: readonly OrderLine[] }
  differences: readonly Difference[]
}

/** What changes of its money depend on. */
export async function paidOrderOf(
  { settings }: Pick<Services, 'settings'>,
  db: Queryable,
  order: Omit<Order, 'sessionId'>,
  shipments: readonly Pick<Shipment, 'id' | 'method'>[],
): Promise<PaidOrderWithDifferences> {
  const lines = await orderLinesOf(db, order.id)
  const units: Record<string, number> = {}
  const ids = shipments.map(({ id }) => id)
  for (const { productId, units: more } of await shipmentLinesOf(db, ids)) {
    units[productId] = (units[productId] ?? 0) + more
  }
  return {
    sold: { ...order, lines, taxPercent: settings.taxPercent },
    refunds: await refundsOf(db, order.id),
    // Of an order whose boxes are cancelled nothing can be chosen.
    method: shipments[0]?.method ?? 'ground',
    given: givenMethods(await changesOf(db, order.id)),
    units,
    differences: await paidDifferencesOf(db, order.id),
  }
}

/** The same as it is now, for the pages of changes. */
export async function paidOrderNow(
  services: Services,
  order: Omit<Order, 'sessionId'>,
): Promise<PaidOrderWithDifferences> {
  const shipments = await shipmentsOf(services.db, order.id)
  const kept = shipments.filter(({ state }) => state !== 'cancelled')
  return paidOrderOf(services, services.db, order, kept)
}
