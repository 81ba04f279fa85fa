import type { Queryable } from '#platform/database/connection.server.ts'
import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import type { RefundPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { shipmentLinesOf, shipmentsOf } from '../shipments/shipments.store.server.ts'
import { wineRefund } from './returns.rules.ts'

/** The price of the wine in shipments of one order, and its tax, in cents. */
export async function wineOf(
  db: Queryable,
  orderId: string,
  shipmentIds: readonly string[],
): Promise<{ wineCents: Cents; taxCents: Cents; wines: RefundPurpose['wines'] }> {
  const sold = await orderLinesOf(db, orderId)
  const all = await shipmentLinesOf(db, shipmentIds)
  const wines = sold.flatMap(({ productId, quantity, unitPriceCents, taxCents }) => {
    const lines = all
      .filter((line) => line.productId === productId)
      .map(({ units }) => ({ units, sold: quantity, unitPriceCents, taxCents }))
    const units = lines.reduce((sum, line) => sum + line.units, 0)
    return units > 0 ? [[productId, { units, ...wineRefund(lines) }] as const] : []
  })
  return {
    wines: Object.fromEntries(wines),
    wineCents: wines.reduce((sum, [, { wineCents }]) => sum + wineCents, 0),
    taxCents: wines.reduce((sum, [, { taxCents }]) => sum + taxCents, 0),
  }
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
