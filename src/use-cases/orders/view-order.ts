import { orderOfMember } from '#data/orders.ts'
import type { Viewer } from '#data/people.ts'
import { refundsOf } from '#data/refunds.ts'
import type { Cents } from '#domain/money.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'

/** An order with what went back to its buyer, each refund with its day, oldest first. */
export type ViewedReceipt = Receipt & { refunds: { madeAt: Date; amountCents: Cents }[] }

/** One order of the member's own by its number, or null: another's is as if it did not exist. */
export async function viewOrder(
  { db }: Parts,
  viewer: Pick<Viewer, 'id'>,
  number: number,
): Promise<ViewedReceipt | null> {
  const order = await orderOfMember(db, viewer.id, number)
  if (!order) return null
  const refunds = (await refundsOf(db, order.id))
    .filter(({ state }) => state === 'made')
    .map(({ settledAt, askedAt, amountCents }) => ({ madeAt: settledAt ?? askedAt, amountCents }))
  return { ...receiptOf(order), refunds }
}
