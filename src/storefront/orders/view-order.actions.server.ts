import { eq } from 'drizzle-orm'

import { products } from '#catalogue/wines/tables.ts'
import { orderOfMember } from '#orders/order/orders.store.server.ts'
import type { Receipt } from '#orders/order/receipt.actions.server.ts'
import { receiptOf } from '#orders/order/receipt.actions.server.ts'
import { orderLines } from '#orders/order/tables.ts'
import type { Refund } from '#orders/refunds/refunds.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import type { ShipmentForBuyer } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { whereOrderIs } from '#shipping/whereabouts/where-orders-are.actions.server.ts'

/** An order with the refunds that were made, oldest first. */
export type ViewedReceipt = Receipt & {
  refunds: { madeAt: Date; amountCents: Cents }[]
  /** Whether a refund is requested that the provider has not made yet. */
  isRefunding: boolean
  /** The picture of each wine, by its id. */
  pictures: Record<string, string>
  /** Its shipments; empty while fulfilment is off. */
  shipments: ShipmentForBuyer[]
}

/** An order of the customer's own by its number; null for another's. */
export async function viewOrder(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  number: number,
): Promise<ViewedReceipt | null> {
  demandConfirmed(viewer)
  const order = await orderOfMember(services.db, viewer.id, number)
  if (!order) return null
  const [refunds, shipments, pictures] = await Promise.all([
    refundsOf(services.db, order.id),
    whereOrderIs(services, order, { isGuest: false }),
    picturesOf(services.db, order.id),
  ])
  return { ...receiptOf(order), ...refundsForBuyer(refunds), pictures, shipments }
}

export async function picturesOf(db: Queryable, orderId: string): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: products.id, image: products.image })
    .from(products)
    .innerJoin(orderLines, eq(orderLines.productId, products.id))
    .where(eq(orderLines.orderId, orderId))
  return Object.fromEntries(rows.map(({ id, image }) => [id, image]))
}

export const refundsForBuyer = (
  refunds: readonly Refund[],
): Pick<ViewedReceipt, 'refunds' | 'isRefunding'> => ({
  refunds: refunds
    .filter(({ state }) => state === 'made')
    .map(({ settledAt, requestedAt, amountCents }) => ({
      madeAt: settledAt ?? requestedAt,
      amountCents,
    })),
  isRefunding: refunds.some(({ state }) => state === 'requested'),
})
