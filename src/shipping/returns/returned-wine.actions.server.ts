import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import type { RefundPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import { leftOfLine } from '#orders/refunds/refund-purpose.rules.ts'
import type { Refund } from '#orders/refunds/refunds.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { shipmentLinesOf, shipmentsOf } from '../shipments/shipments.store.server.ts'
import { wineRefund } from './returns.rules.ts'

/** The price of the wine in shipments of one order, and what `refunds` leave of its tax, in cents. */
export async function wineOf(
  db: Queryable,
  orderId: string,
  shipmentIds: readonly string[],
  refunds: readonly Pick<Refund, 'state' | 'purpose'>[],
): Promise<{ wineCents: Cents; taxCents: Cents; wines: RefundPurpose['wines'] }> {
  const all = await shipmentLinesOf(db, shipmentIds)
  const wines = (await orderLinesOf(db, orderId)).flatMap((line) => {
    const { productId, quantity: sold } = line
    const units = all.reduce((sum, one) => sum + (one.productId === productId ? one.units : 0), 0)
    if (units === 0) return []
    const { taxCents: taxLeftCents } = leftOfLine(line, refunds)
    return [[productId, { units, ...wineRefund({ ...line, units, sold, taxLeftCents }) }] as const]
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
  const { wineCents, taxCents } = await wineOf(db, orderId, ids, [])
  return wineCents + taxCents
}
