import { orderOfMember } from '#data/orders/orders.ts'
import type { Viewer } from '#accounts/users/users.store.server.ts'
import type { Refund } from '#data/orders/refunds.ts'
import { refundsOf } from '#data/orders/refunds.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { Services } from '#platform/services/services.ts'
import type { ShipmentForBuyer } from '#use-cases/shipping/where-orders-are.ts'
import { whereOrderIs } from '#use-cases/shipping/where-orders-are.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'

/** An order with the refunds that were made, oldest first. */
export type ViewedReceipt = Receipt & {
  refunds: { madeAt: Date; amountCents: Cents }[]
  /** Its shipments; empty while fulfilment is off. */
  shipments: ShipmentForBuyer[]
}

/** An order of the customer's own by its number; null for another's. */
export async function viewOrder(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  number: number,
): Promise<ViewedReceipt | null> {
  const order = await orderOfMember(services.db, viewer.id, number)
  if (!order) return null
  const [refunds, shipments] = await Promise.all([
    refundsOf(services.db, order.id),
    whereOrderIs(services, order, { isGuest: false }),
  ])
  return { ...receiptOf(order), refunds: madeRefunds(refunds), shipments }
}

export const madeRefunds = (refunds: readonly Refund[]): ViewedReceipt['refunds'] =>
  refunds
    .filter(({ state }) => state === 'made')
    .map(({ settledAt, requestedAt, amountCents }) => ({
      madeAt: settledAt ?? requestedAt,
      amountCents,
    }))
