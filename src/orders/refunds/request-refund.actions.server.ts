import { z } from 'zod'

import type { PaidCard } from '#payments/after-sale-payments.ts'
import type { RefundState } from '#payments/after-sale.rules.ts'
import { whyNotRefundable } from '#payments/after-sale.rules.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Refusal } from '#platform/action/refusal.ts'
import { codeDue, notThere, refuse } from '#platform/action/refusal.ts'
import type { Acting } from '#platform/action/staff-action.server.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import { approvalHours } from '#platform/approvals/approval.rules.ts'
import { approvalByRequest } from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { askApproval } from '../approvals/approvals.actions.server.ts'
import { isOverOrderLimit } from '../approvals/order-limit.actions.server.ts'
import { ownDisputeStatesOf } from '../disputes/disputes.store.server.ts'
import { refundFailure } from '../flags/order-flags.copy.ts'
import { orderSubject } from '../log.copy.ts'
import type { Order, OrderLine } from '../order/orders.store.server.ts'
import { isOwnOrder, lockOrder, orderByNumber, orderLinesOf } from '../order/orders.store.server.ts'
import { makeRefund, queueRefund } from './make-refund.actions.server.ts'
import type { TypedRefund } from './refund-form.rules.ts'
import { asksPart, refundForm } from './refund-form.rules.ts'
import type { RefundPurpose } from './refund-purpose.rules.ts'
import {
  centsOfPurpose,
  isMoreThanLeft,
  leftToRefund,
  purposeOf,
  purposeOfRest,
} from './refund-purpose.rules.ts'
import {
  nothingOfIt,
  otherWaits,
  ownOrder,
  purposeText,
  refundedBefore,
  refundedMeanwhile,
  whyNotRefundableText,
} from './refunds.copy.ts'
import type { Refund } from './refunds.store.server.ts'
import { insertRefund, refundById, refundByRequest, refundsOf } from './refunds.store.server.ts'

/** `token`: the idempotency key of the form: submitted twice it is one refund. */
export type RefundRequest = TypedRefund & { token: string }

/** What it amounts to in all, and for what; the purpose is null where it is not known. */
type Asked = { amountCents: Cents; purpose: RefundPurpose | null }

type Checked = Asked & {
  besidesCents: Cents
  left: Cents
  isOver: boolean
  whyNot: Refusal | null
}

/** A refund that waits for a second person, as it was asked for. */
export type WaitingRefund = RefundRequest & Asked

type MadeRefund = { state: RefundState; amountCents: Cents; failure: string | null }

/** A refund as staff confirm it. */
export type RefundToConfirm = {
  amountCents: Cents
  purpose: RefundPurpose | null
  /** What was paid more for shipping and is refunded with everything, in cents. */
  besidesCents: Cents
  /** What is left to refund afterwards, in cents. */
  leftAfterCents: Cents
  buyer: { name: string; email: string }
  /** `unknown` while the provider is unavailable; null when it was not paid by card. */
  card: PaidCard | 'unknown' | null
  /** It is made once a second person approves. */
  needsApproval: boolean
}

/** The amount, buyer and card of a refund, which is not made yet. */
export const reviewRefund = staffPreview({
  needs: 'handle-orders',
  form: refundForm,
  async show(services, request, viewer): Promise<RefundToConfirm | Refusal> {
    const { db, payments } = services
    const order = await orderByNumber(db, request.number)
    if (!order) return notThere()
    if (await isOwnOrder(db, viewer.id, order)) return refuse(ownOrder)
    const checked = await checkRequest(services, db, order, request)
    const { amountCents, purpose, besidesCents, left, isOver, whyNot } = checked
    if (whyNot) return whyNot
    if (isOver && viewer.isCodeStale) return codeDue()
    const card = await payments.cardOfPayment(order.paymentIntentId!).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) return 'unknown' as const
      throw error
    })
    return {
      amountCents,
      purpose,
      besidesCents,
      leftAfterCents: left - amountCents,
      buyer: { name: order.name, email: order.email },
      card,
      needsApproval: isOver,
    }
  },
})

/** Shows the form again as it was typed. */
export const changeRefund = staffPreview({
  needs: 'handle-orders',
  form: z.object({}),
  show: async () => ({}),
})

/**
 * Refunds an order in whole or in part. The request is saved and logged first, never for more than
 * is left of the payment; then the refund is made at once if the provider is available, else by the
 * queue. Its outcome is a log entry of its own. Above the limit that staff have set, it waits for
 * approval by a second person instead.
 */
export const requestRefund = staffAction({
  needs: 'handle-orders',
  // It writes either of two entries itself, with what it saves: of a refund, or that approval is asked for.
  log: null,
  form: refundForm,
  run: async (acting, typed) => saveRefund(acting, { ...typed, token: acting.formKey }),
  async afterwards(services, { refund, amountCents }) {
    if (refund) return finishRefund(services, refund)
    return { state: 'waiting' as const, amountCents, failure: null }
  },
  say: (made) =>
    made.state === 'waiting'
      ? {
          tone: 'info',
          sentence: `A second person has ${approvalHours} hours to approve the refund of ${formatAmount(made.amountCents)}. Nothing is refunded yet.`,
        }
      : outcomeOf({ ...made, state: made.state }),
})

/** What the page says once a refund is made, has failed, or waits for the provider. */
export function outcomeOf({ state, amountCents, failure }: MadeRefund) {
  const amount = formatAmount(amountCents)
  if (state === 'made') {
    return { tone: 'good', sentence: `${amount} is refunded. The buyer is told by email.` } as const
  }
  if (state === 'requested') {
    return {
      tone: 'info',
      sentence: `The refund of ${amount} is pending: the payment provider can’t be reached right now. It is retried automatically.`,
    } as const
  }
  const why = failure === null ? '' : ` ${refundFailure(failure)}`
  return {
    tone: 'bad',
    sentence: `The payment provider refused this refund. Nothing was refunded.${why}`,
  } as const
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

/**
 * Saves a refund, once for its token: null where it waits for a second person. In one transaction with
 * its entry of the log. `endsRehearsal`: of a rehearsal that ends, which the staff who ordered for it may refund.
 */
export async function saveRefund(
  { services, tx, viewer }: Pick<Acting<unknown>, 'services' | 'tx' | 'viewer'>,
  request: RefundRequest,
  { endsRehearsal = false }: { endsRehearsal?: boolean } = {},
): Promise<{ refund: Refund | null; amountCents: Cents } | Refusal> {
  const found = await orderByNumber(tx, request.number)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) return notThere()
  const requestKey = keyOf(order, request.token)
  const already = await refundByRequest(tx, requestKey)
  if (already) return { refund: already, amountCents: already.amountCents }
  const waiting = await approvalByRequest(tx, requestKey)
  if (waiting) return { refund: null, amountCents: waiting.amountCents! }

  const isOfRehearsal = order.isRehearsal && endsRehearsal
  if (!isOfRehearsal && (await isOwnOrder(tx, viewer.id, order))) return refuse(ownOrder)
  const checked = await checkRequest(services, tx, order, request)
  const { amountCents, purpose, besidesCents, left, isOver, whyNot } = checked
  if (whyNot) return whyNot
  const { leftCents = left, ...typed } = request
  if (leftCents !== left) return refuse(refundedMeanwhile)
  const wish: WaitingRefund = { ...typed, amountCents, purpose }
  if (!isOver) {
    const refund = await writeRefund(services, tx, order, { request: wish, left, by: viewer })
    return { refund, amountCents }
  }
  if (viewer.isCodeStale) return codeDue()
  const inAll = amountCents + besidesCents
  const asked = {
    kind: 'refund',
    subject: order.id,
    number: order.number,
    detail: '',
    amountCents: inAll,
    wish,
    requestKey,
  } as const
  const { reason } = request
  const approval = await askApproval(tx, viewer, asked, { amountCents: inAll, reason })
  return approval ? { refund: null, amountCents: inAll } : refuse(otherWaits)
}

type RefundToWrite = {
  request: WaitingRefund
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
  const { amountCents, purpose, reason, toAllocation = false } = request
  const stockBack = Object.fromEntries(Object.entries(request.stockBack).filter(([, n]) => n > 0))

  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey: keyOf(order, request.token),
    cause: 'staff',
    amountCents,
    purpose,
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
      ...(purpose && {
        purpose: purposeText(purpose, await orderLinesOf(tx, order.id)).join('; '),
      }),
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
 * What a request amounts to, what is refunded besides and what is left to refund of its order, in cents; whether it needs
 * approval by a second person (`isOver`); and why it is refused, or null. A request with a purpose
 * was asked for before, and is for the same again.
 */
export async function checkRequest(
  services: Services,
  db: Queryable,
  order: Order,
  request: TypedRefund | WaitingRefund,
): Promise<Checked> {
  const { stockBack, box } = request
  const refunds = await refundsOf(db, order.id)
  const lines = await orderLinesOf(db, order.id)
  const sold = { ...order, lines, taxPercent: services.settings.taxPercent }
  const parts = leftToRefund(sold, refunds)
  const left = parts.cents
  const isEverything =
    'everything' in request ||
    (request.amountCents === left && !hasUnits(request.wines) && !asksPart(request))
  const purpose =
    'purpose' in request
      ? request.purpose
      : isEverything
        ? purposeOfRest(sold, parts, refunds)
        : purposeOf(sold, parts, {
            ...request,
            wines: request.wines ?? {},
            goodwillCents: request.amountCents,
          })
  const amountCents =
    'purpose' in request ? request.amountCents : purpose ? centsOfPurpose(purpose) : left
  const besidesCents =
    amountCents === left ? await services.fulfilment.refundedWithAll(db, order.id) : 0
  const isOver = await isOverOrderLimit(services, db, order, amountCents + besidesCents)
  const because = (sentence: string | null) => ({
    amountCents,
    purpose,
    besidesCents,
    left,
    isOver,
    whyNot: sentence === null ? null : refuse(sentence),
  })
  const disputes = await ownDisputeStatesOf(db, order.id)
  const hasPayment = order.paymentIntentId !== null
  const whyNot = whyNotRefundable({ hasPayment, disputes, leftCents: left })
  if (whyNot) return because(whyNotRefundableText[whyNot])
  if (hasUnknown(request.wines, lines) || (purpose && isMoreThanLeft(parts, purpose))) {
    return because(refundedBefore)
  }
  if (amountCents === 0) return because(nothingOfIt)
  if (amountCents > left) return because('That is more than can still be refunded.')
  if (amountCents === left && !box && (await services.fulfilment.hasBoxUnderWay(db, order.id))) {
    return because('A box of this order is on its way: please say what happens to it.')
  }
  const tooMany = 'That is more than was sold and has not been returned yet.'
  return because(isTooMany(stockBack, lines, refunds) ? tooMany : null)
}

const hasUnits = (units: Readonly<Record<string, number>> = {}) =>
  Object.values(units).some((count) => count > 0)

/** Whether there are units of a wine that the order does not have. */
const hasUnknown = (
  units: Readonly<Record<string, number>> = {},
  lines: readonly Pick<OrderLine, 'productId'>[],
) =>
  Object.entries(units).some(
    ([id, count]) => count > 0 && !lines.some(({ productId }) => productId === id),
  )

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
