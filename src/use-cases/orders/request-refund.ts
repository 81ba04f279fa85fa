import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { Queryable, Transaction } from '#data/connection.server.ts'
import { disputesOf } from '#data/orders/disputes.ts'
import type { Order, OrderLine } from '#data/orders/orders.ts'
import { lockOrder, orderByNumber, orderLinesOf } from '#data/orders/orders.ts'
import type { Refund } from '#data/orders/refunds.ts'
import { insertRefund, refundById, refundByRequest, refundsOf } from '#data/orders/refunds.ts'
import { may } from '#domain/admin/access.ts'
import type { RefundState, WhyNotRefundable } from '#domain/orders/after-sale.ts'
import { refundableCents, whyNotRefundable } from '#domain/orders/after-sale.ts'
import type { RefundedBox } from '#domain/shipping/refunded-box.ts'
import type { Cents } from '#domain/money.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { makeRefund, queueRefund } from './make-refund.ts'
import { orderSubject } from './refund-outcome.ts'
import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import { hasBoxUnderWay, settleBoxes } from '#use-cases/shipping/refunded-boxes.ts'
import { followRefunds } from '#use-cases/shipping/follow-refund.ts'

export type RefundRequest = {
  /** The number of the order. */
  number: number
  amountCents: Cents
  /** As the buyer reads it. */
  reason: string
  /** Units to return to stock, by product. */
  stockBack: Readonly<Record<string, number>>
  /** They return to the allocations that they were bought under, where the release is open. */
  toAllocation?: boolean
  /** What happens to a box on its way; required for a full refund. */
  box?: RefundedBox
  /** Idempotency key of the form: submitted twice it is one refund. */
  token: string
}

export type WhyNotRefunded =
  | WhyNotRefundable
  | 'not-staff'
  | 'no-order'
  | 'no-amount'
  | 'too-much'
  | 'too-many-units'
  | 'no-box'

export type RequestedRefund =
  | { ok: true; state: RefundState; amountCents: Cents; failure: string | null }
  | { ok: false; reason: WhyNotRefunded }

/**
 * Refunds an order in whole or in part. The request is saved and audited first, never for more than
 * was paid; then the refund is made at once if the provider can be reached, else by the queue. Its
 * outcome is an audit entry of its own. Only for staff.
 */
export async function requestRefund(
  services: Services,
  viewer: Staff,
  request: RefundRequest,
): Promise<RequestedRefund> {
  const { db, log } = services
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, request.number)
  if (!order) return { ok: false, reason: 'no-order' }
  const saved = await db.transaction((tx) => saveRequest(services, tx, viewer, order, request))
  if (typeof saved === 'string') return { ok: false, reason: saved }
  try {
    await makeRefund(services, saved.id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, order: order.id }, 'refund delayed: payment provider unavailable')
  }
  const { state, amountCents, failure } = (await refundById(db, saved.id)) ?? saved
  return { ok: true, state, amountCents, failure }
}

async function saveRequest(
  { clock }: Services,
  tx: Transaction,
  viewer: Staff,
  { id }: Order,
  request: RefundRequest,
): Promise<Refund | WhyNotRefunded> {
  const order = (await lockOrder(tx, id))!
  const requestKey = `staff:${order.id}:${request.token}`
  const already = await refundByRequest(tx, requestKey)
  if (already) return already

  const { left, whyNot } = await checkRequest(tx, order, request)
  if (whyNot) return whyNot
  const { amountCents, reason, toAllocation = false } = request
  const stockBack = Object.fromEntries(Object.entries(request.stockBack).filter(([, n]) => n > 0))

  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey,
    cause: 'staff',
    amountCents,
    reason,
    stockBack,
    toAllocation,
    requestedBy: viewer.email,
  })
  if (!refund)
    throw new Error('Refund inserted by another transaction although the order is locked')
  await queueRefund(tx, refund.id)
  await followRefunds(tx, order, clock())
  if (request.box) await settleBoxes(tx, order, { box: request.box, at: clock() })
  await writeAuditEntry(tx, {
    ...byStaff(viewer),
    action: 'refund-requested',
    ...orderSubject(order),
    before: { leftCents: left },
    after: {
      leftCents: left - amountCents,
      amountCents,
      reason,
      stockBack,
      ...(toAllocation && { toAllocation }),
      ...(request.box && { box: request.box }),
    },
  })
  return refund
}

/** What is left to refund of an order, in cents, and why this request is refused, or null. */
export async function checkRequest(
  db: Queryable,
  order: Order,
  { amountCents, stockBack, box }: Pick<RefundRequest, 'amountCents' | 'stockBack' | 'box'>,
): Promise<{ left: Cents; whyNot: WhyNotRefunded | null }> {
  const refunds = await refundsOf(db, order.id)
  const left = refundableCents(order.totalCents, refunds)
  const disputes = (await disputesOf(db, order.id)).map(({ state }) => state)
  const hasPayment = order.paymentIntentId !== null
  const whyNot = whyNotRefundable({ hasPayment, disputes, leftCents: left })
  if (whyNot) return { left, whyNot }
  if (!(Number.isSafeInteger(amountCents) && amountCents > 0)) return { left, whyNot: 'no-amount' }
  if (amountCents > left) return { left, whyNot: 'too-much' }
  if (amountCents === left && !box && (await hasBoxUnderWay(db, order.id))) {
    return { left, whyNot: 'no-box' }
  }
  const lines = await orderLinesOf(db, order.id)
  return { left, whyNot: isTooMany(stockBack, lines, refunds) ? 'too-many-units' : null }
}

/** Units of refunds that wait count as returned. */
function isTooMany(
  stockBack: RefundRequest['stockBack'],
  lines: readonly OrderLine[],
  refunds: readonly Refund[],
): boolean {
  const waiting = (productId: string) =>
    refunds.reduce(
      (sum, { state, stockBack: units }) =>
        sum + (state === 'requested' ? (units[productId] ?? 0) : 0),
      0,
    )
  return Object.entries(stockBack).some(([productId, count]) => {
    const line = lines.find((each) => each.productId === productId)
    return !line || count > line.quantity - line.returned - waiting(productId)
  })
}
