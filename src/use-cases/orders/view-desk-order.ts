import { randomUUID } from 'node:crypto'

import type { Dispute } from '#data/disputes.ts'
import { disputesOf } from '#data/disputes.ts'
import type { Order, OrderLine } from '#data/orders.ts'
import { orderByNumber, orderLinesOf } from '#data/orders.ts'
import type { Refund } from '#data/refunds.ts'
import { refundsOf } from '#data/refunds.ts'
import { may } from '#domain/access.ts'
import { refundableCents } from '#domain/after-sale.ts'
import type { AuditEntry } from '#domain/audit.ts'
import type { Cents } from '#domain/money.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from '#use-cases/desk/record-log.ts'
import { logOf } from '#use-cases/desk/record-log.ts'

/** An order as staff see it, with all that happened to it since. */
export type DeskOrder = {
  order: Order
  lines: OrderLine[]
  refunds: Refund[]
  disputes: Dispute[]
  /** What can still be given back, in cents. */
  refundable: Cents
  log: AuditEntry[]
  /** Of a refund form that is filled in next: the same form twice is one refund. */
  token: string
}

export type ViewedOrder =
  | { ok: true; view: DeskOrder }
  | { ok: false; reason: 'not-staff' | 'gone' }

/** One order by its number. Only for staff. */
export async function viewDeskOrder(
  { db }: Parts,
  viewer: Pick<Staff, 'role'>,
  number: number,
): Promise<ViewedOrder> {
  if (!may(viewer.role, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, number)
  if (!order) return { ok: false, reason: 'gone' }
  const [lines, refunds, disputes, log] = await Promise.all([
    orderLinesOf(db, order.id),
    refundsOf(db, order.id),
    disputesOf(db, order.id),
    logOf(db, 'order', order.id),
  ])
  const refundable = order.paymentIntentId ? refundableCents(order.totalCents, refunds) : 0
  return {
    ok: true,
    view: { order, lines, refunds, disputes, refundable, log, token: randomUUID() },
  }
}
