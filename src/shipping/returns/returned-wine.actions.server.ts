import type { Queryable } from '#platform/database/connection.server.ts'
import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { shipmentLinesOf, shipmentsOf } from '../shipments/shipments.store.server.ts'
import { wineRefund } from './returns.rules.ts'

/** The price of the wine in shipments of one order, and its tax, in cents. */
export async function wineOf(
  db: Queryable,
  orderId: string,
  shipmentIds: readonly string[],
): Promise<{ wineCents: Cents; taxCents: Cents }> {
  const sold = await orderLinesOf(db, orderId)
  const lines = (await shipmentLinesOf(db, shipmentIds)).flatMap(({ productId, units }) => {
    const line = sold.find((one) => one.productId === productId)
    if (!line) return []
    const { quantity, unitPriceCents, taxCents } = line
    return [{ units, sold: quantity, unitPriceCents, taxCents }]
  })
  return wineRefund(lines)
}

/** What the replacements of an order are worth with their tax, in cents. */
export async function replacedCents(db: Queryable, orderId: string): Promise<Cents> {
  const replacements = (await shipmentsOf(db, orderId)).filter(
    ({ kind, state }) => kind === 'replacement' && state !== 'cancelled',
  )
  if (replacements.length === 0) return 0
  const ids = replacements.map(({ id }) => id)
  const { wineCents, taxCents } = await wineOf(db, orderId, ids)
  return wineCents + taxCents
}
