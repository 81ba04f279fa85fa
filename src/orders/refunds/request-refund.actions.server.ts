import type { Approval } from '#platform/approvals/approvals.store.server.ts'
import { approvalByRequest } from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { disputesOf } from '../disputes/disputes.store.server.ts'
import type { Order, OrderLine } from '../order/orders.store.server.ts'
import { isOwnOrder, lockOrder, orderByNumber, orderLinesOf } from '../order/orders.store.server.ts'
import type { Refund } from './refunds.store.server.ts'
import { insertRefund, refundById, refundByRequest, refundsOf } from './refunds.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { RefundState, WhyNotRefundable } from '#payments/after-sale.rules.ts'
import { refundableCents, whyNotRefundable } from '#payments/after-sale.rules.ts'
import type { RefundedBox } from './refunded-box.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { ProviderUnavailable } from '#payments/payments.ts'

import { orderSubject } from '../log.copy.ts'
import { makeRefund, queueRefund } from './make-refund.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'
import { askApproval } from '../approvals/approvals.actions.server.ts'
import { isOverOrderLimit } from '../approvals/order-limit.actions.server.ts'

export type RefundRequest = {
  /** The number of the order. */
  number: number
  amountCents: Cents
  /** As the buyer reads it. */
  reason: string
  /** Units to return to stock, by product. */
  stockBack: Readonly<Record<string, number>>
  /**
   * Whether they return to the allocations under which they were bought, if the release is open.
   */
  toAllocation?: boolean
  /** What happens to a box on its way; required for a full refund. */
  box?: RefundedBox
  /** Of a rehearsal that ends: whoever ordered for it may be the one who refunds it. */
  endsRehearsal?: true
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
  /** Of the viewer, or of an account that was merged with theirs. */
  | 'own-order'
  /** Another refund of the order waits for approval. */
  | 'waits'
  /** Above the limit the viewer has to enter the code of the second factor again. */
  | 'code-due'

export type MadeRefund = { state: RefundState; amountCents: Cents; failure: string | null }

export type RequestedRefund =
  | ({ ok: true } & MadeRefund)
  /** Waits for approval by a second person. */
  | { ok: true; state: 'waiting'; amountCents: Cents; failure: null }
  | { ok: false; reason: WhyNotRefunded }

/**
 * Refunds an order in whole or in part. The request is saved and audited first, never for more than
 * is left of the payment; then the refund is made at once if the provider is available, else by the
 * queue. Its outcome is an audit log entry of its own. Above the limit that staff have set, it
 * waits for approval by a second person instead. Only for staff.
 */
export async function requestRefund(
  services: Services,
  viewer: Staff,
  request: RefundRequest,
): Promise<RequestedRefund> {
  const { db } = services
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, request.number)
  if (!order) return { ok: false, reason: 'no-order' }
  const saved = await db.transaction((tx) => saveRequest(services, tx, viewer, order, request))
  if (typeof saved === 'string') return { ok: false, reason: saved }
  if ('wish' in saved) {
    return { ok: true, state: 'waiting', amountCents: request.amountCents, failure: null }
  }
  return { ok: true, ...(await finishRefund(services, saved)) }
}

/** Makes a saved refund now; if the provider is unavailable, the queue makes it. */
export async function finishRefund(services: Services, saved: Refund): Promise<MadeRefund> {
  const { db, log } = services
  try {
    await makeRefund(services, saved.id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, order: saved.orderId }, 'refund delayed: payment provider unavailable')
  }
  const { state, amountCents, failure } = (await refundById(db, saved.id)) ?? saved
  return { state, amountCents, failure }
}

const keyOf = (order: Pick<Order, 'id'>, token: string) => `staff:${order.id}:${token}`

async function saveRequest(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  { id }: Order,
  request: RefundRequest,
): Promise<Refund | Approval | WhyNotRefunded> {
  const order = (await lockOrder(tx, id))!
  const requestKey = keyOf(order, request.token)
  const already = await refundByRequest(tx, requestKey)
  if (already) return already
  const waiting = await approvalByRequest(tx, requestKey)
  if (waiting) return waiting

  const endsRehearsal = order.isRehearsal && request.endsRehearsal
  if (!endsRehearsal && (await isOwnOrder(tx, viewer.id, order))) return 'own-order'
  const { left, isOver, whyNot } = await checkRequest(services, tx, order, request)
  if (whyNot) return whyNot
  if (!isOver) return writeRefund(services, tx, order, { request, left, by: viewer })
  if (viewer.isCodeStale) return 'code-due'
  const { amountCents, reason } = request
  const asked = {
    kind: 'refund',
    subject: order.id,
    number: order.number,
    detail: '',
    amountCents,
    wish: { ...request },
    requestKey,
  } as const
  const approval = await askApproval(tx, viewer, asked, { amountCents, reason })
  return approval ?? 'waits'
}

type RefundToWrite = {
  request: RefundRequest
  left: Cents
  /** Who requested it. */
  by: Actor
  approvedBy?: string
}

/** Writes a checked refund with its audit log entry and job. The order has to be locked. */
export async function writeRefund(
  { fulfilment, clock }: Services,
  tx: Transaction,
  order: Order,
  { request, left, by, approvedBy }: RefundToWrite,
): Promise<Refund> {
  const { amountCents, reason, toAllocation = false } = request
  const stockBack = Object.fromEntries(Object.entries(request.stockBack).filter(([, n]) => n > 0))

  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey: keyOf(order, request.token),
    cause: 'staff',
    amountCents,
    reason,
    stockBack,
    toAllocation,
    requestedBy: by.email,
  })
  if (!refund)
    throw new Error('Refund inserted by another transaction although the order is locked')
  await queueRefund(tx, refund.id)
  await fulfilment.followRefunds(tx, order, clock())
  if (request.box) await fulfilment.settleBoxes(tx, order, { box: request.box, at: clock() })
  await writeAuditEntry(tx, by, 'refund-requested', orderSubject(order), {
    before: { leftCents: left },
    after: {
      leftCents: left - amountCents,
      amountCents,
      reason,
      stockBack,
      ...(toAllocation && { toAllocation }),
      ...(request.box && { box: request.box }),
      ...(approvedBy && { approvedBy }),
    },
  })
  return refund
}

/**
 * What is left to refund of an order, in cents; whether this request needs approval by a second
 * person (`isOver`); and why it is refused, or null.
 */
export async function checkRequest(
  services: Services,
  db: Queryable,
  order: Order,
  { amountCents, stockBack, box }: Pick<RefundRequest, 'amountCents' | 'stockBack' | 'box'>,
): Promise<{ left: Cents; isOver: boolean; whyNot: WhyNotRefunded | null }> {
  const refunds = await refundsOf(db, order.id)
  const left = refundableCents(order.totalCents, refunds)
  const isOver = await isOverOrderLimit(services, db, order, amountCents)
  const because = (whyNot: WhyNotRefunded | null) => ({ left, isOver, whyNot })
  const disputes = (await disputesOf(db, order.id)).map(({ state }) => state)
  const hasPayment = order.paymentIntentId !== null
  const whyNot = whyNotRefundable({ hasPayment, disputes, leftCents: left })
  if (whyNot) return because(whyNot)
  if (!(Number.isSafeInteger(amountCents) && amountCents > 0)) return because('no-amount')
  if (amountCents > left) return because('too-much')
  if (amountCents === left && !box && (await services.fulfilment.hasBoxUnderWay(db, order.id))) {
    return because('no-box')
  }
  const lines = await orderLinesOf(db, order.id)
  return because(isTooMany(stockBack, lines, refunds) ? 'too-many-units' : null)
}

/** Whether more units would return than were sold; those of requested refunds count as returned. */
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
