import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { isUnderHold, nearOrders, recordOfOrder } from './records.store.server.ts'

/** The record of an order with what became of it, for staff; null without an order. */
export async function viewRecord(db: Queryable, number: number) {
  const record = await recordOfOrder(db, number)
  if (!record) return null
  const { orderId, facts, events } = record
  const numbers = [
    ...facts.near,
    ...events.flatMap((event) => (event.facts['near'] as number[] | undefined) ?? []),
  ]
  return {
    ...record,
    isHeld: await isUnderHold(db, orderId),
    near: await nearOrders(db, numbers),
    isNearOpen: (await openFlagsOf(db, orderId)).some(({ reason }) => reason === 'near-match'),
  }
}

export type ViewedRecord = NonNullable<Awaited<ReturnType<typeof viewRecord>>>
