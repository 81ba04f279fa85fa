import { orderOfMember } from '#data/orders.ts'
import type { Viewer } from '#data/people.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'

/** One order of the member's own by its number, or null: another's is as if it did not exist. */
export async function viewOrder(
  { db }: Parts,
  viewer: Pick<Viewer, 'id'>,
  number: number,
): Promise<Receipt | null> {
  const order = await orderOfMember(db, viewer.id, number)
  return order && receiptOf(order)
}
