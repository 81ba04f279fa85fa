import { noteInAuditLog } from '#data/audit-log.ts'
import type { Transaction } from '#data/connection.server.ts'
import type { Order, OrderLine } from '#data/orders.ts'
import { holdOrder, orderByNumber, orderLinesOf } from '#data/orders.ts'
import type { Refund } from '#data/refunds.ts'
import { insertRefund, refundById, refundByRequest, refundsOf } from '#data/refunds.ts'
import { may } from '#domain/access.ts'
import type { RefundState } from '#domain/after-sale.ts'
import { refundableCents } from '#domain/after-sale.ts'
import type { Cents } from '#domain/money.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { makeRefund, queueRefund } from './make-refund.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from '#use-cases/desk/record-log.ts'
import { byStaff } from '#use-cases/desk/record-log.ts'

export type RefundWish = {
  /** The number of the order. */
  number: number
  /** Null: all that is left. */
  amountCents: Cents | null
  /** As the buyer reads it. */
  reason: string
  /** Units to put back into stock, by product. */
  stockBack: Readonly<Record<string, number>>
  /** Of the form that asks: the same form twice is one refund. */
  token: string
}

export type WhyNotRefunded =
  | 'not-staff'
  | 'no-order'
  | 'no-payment'
  | 'nothing-left'
  | 'too-much'
  | 'too-many-units'

export type AskedRefund =
  | { ok: true; state: RefundState; amountCents: Cents }
  | { ok: false; reason: WhyNotRefunded }

/**
 * Gives back what staff ask, in whole or in part: written down and noted in the log first, never
 * more than was paid, then made at once if the provider answers, else by the queue. Only for staff.
 */
export async function askForRefund(
  parts: Parts,
  viewer: Staff,
  wish: RefundWish,
): Promise<AskedRefund> {
  const { db, log } = parts
  if (!may(viewer.role, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, wish.number)
  if (!order) return { ok: false, reason: 'no-order' }
  if (!order.paymentIntentId) return { ok: false, reason: 'no-payment' }
  const asked = await db.transaction((tx) => ask(tx, viewer, order, wish))
  if (typeof asked === 'string') return { ok: false, reason: asked }
  try {
    await makeRefund(parts, asked.id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, order: order.id }, 'a refund waits: the provider is away')
  }
  const { state, amountCents } = (await refundById(db, asked.id)) ?? asked
  return { ok: true, state, amountCents }
}

async function ask(
  tx: Transaction,
  viewer: Staff,
  { id }: Order,
  wish: RefundWish,
): Promise<Refund | 'nothing-left' | 'too-much' | 'too-many-units'> {
  const order = (await holdOrder(tx, id))!
  const requestKey = `staff:${order.id}:${wish.token}`
  const already = await refundByRequest(tx, requestKey)
  if (already) return already

  const refunds = await refundsOf(tx, order.id)
  const left = refundableCents(order.totalCents, refunds)
  if (left === 0) return 'nothing-left'
  const amountCents = wish.amountCents ?? left
  if (amountCents > left) return 'too-much'
  const stockBack = Object.fromEntries(Object.entries(wish.stockBack).filter(([, n]) => n > 0))
  if (isTooMany(stockBack, await orderLinesOf(tx, order.id), refunds)) return 'too-many-units'

  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey,
    cause: 'staff',
    amountCents,
    reason: wish.reason,
    stockBack,
    askedBy: viewer.email,
  })
  if (!refund) throw new Error('The order was held, and its refund written all the same')
  await queueRefund(tx, refund.id)
  await noteInAuditLog(tx, {
    ...byStaff(viewer),
    action: 'refund-asked',
    subjectKind: 'order',
    subjectId: order.id,
    subjectLabel: `K-${order.number} ${order.name} ${order.email}`,
    before: { leftCents: left },
    after: { leftCents: left - amountCents, amountCents, reason: wish.reason, stockBack },
  })
  return refund
}

/** What waits to go back counts as back. */
function isTooMany(
  stockBack: Record<string, number>,
  lines: readonly OrderLine[],
  refunds: readonly Refund[],
): boolean {
  const waiting = (productId: string) =>
    refunds.reduce(
      (sum, { state, stockBack: units }) => sum + (state === 'asked' ? (units[productId] ?? 0) : 0),
      0,
    )
  return Object.entries(stockBack).some(([productId, count]) => {
    const line = lines.find((each) => each.productId === productId)
    return !line || count > line.quantity - line.returned - waiting(productId)
  })
}
