import { checkoutById } from '#checkout/checkouts.store.server.ts'
import { endCheckout } from '#checkout/end-checkout.actions.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import type { Fulfilment } from '#orders/order/fulfilment.ts'
import { refundMail } from '#orders/order/order-mails.actions.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import type { ProviderRefund } from '#payments/after-sale-payments.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isJobLeft, queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { saveAfterSale } from '#shipping/returns/refund-reshipment.actions.server.ts'

import { leftOfDifference } from './change-money.rules.ts'
import type { Difference } from './differences.store.server.ts'
import {
  differenceByPayment,
  differenceOf,
  openDifferenceOf,
  paidDifferencesOf,
  updateDifference,
} from './differences.store.server.ts'
import { changesOf } from './order-changes.store.server.ts'

/** The idempotency key of the change that a paid difference makes. */
export const keyOfDifference = (checkoutId: string) => `difference:${checkoutId}`

/** Whether a paid difference made its change; it may have been changed again since. */
export const isDifferenceServed = async (db: Queryable, orderId: string, checkoutId: string) =>
  (await changesOf(db, orderId)).some(
    ({ requestKey }) => requestKey === keyOfDifference(checkoutId),
  )

/**
 * Saves that so many cents of what was paid in these differences are refunded, of the first ones first; a job
 * requests it. Requires the order to be locked. Throws where less than that is left.
 */
export async function refundDifferences(
  tx: Transaction,
  differences: readonly Difference[],
  cents: Cents,
): Promise<void> {
  let due = cents
  for (const difference of differences) {
    const { checkoutId, refundCents, refundedCents } = difference
    const taken = Math.min(due, leftOfDifference(difference))
    if (taken === 0) continue
    due -= taken
    const wanted = Math.max(refundCents, refundedCents) + taken
    await updateDifference(tx, checkoutId, { refundCents: wanted })
    await queueJob(tx, 'refund-difference', { checkoutId }, refundKey(checkoutId, wanted))
  }
  if (due > 0) throw new Error(`${due} cents more than is left of differences`)
}

const refundKey = (checkoutId: string, wanted: Cents) => `refund:${checkoutId}:${wanted}`

/** Whether a job still makes the refund that is saved for a difference: one that failed at the provider, none does. */
export const isRefundLeft = (
  db: Queryable,
  { checkoutId, refundCents }: Pick<Difference, 'checkoutId' | 'refundCents'>,
): Promise<boolean> => isJobLeft(db, refundKey(checkoutId, refundCents))

/**
 * Requests what is saved to be refunded of a difference, and not requested yet. Idempotent. A refund that the
 * provider refuses flags the order. Throws ProviderUnavailable; the queue retries.
 */
export async function refundDifference(services: Services, checkoutId: string): Promise<void> {
  const { db, payments, log } = services
  const row = await differenceOf(db, checkoutId)
  const paymentId = (await checkoutById(db, checkoutId))?.paymentIntentId
  if (!row || !paymentId || row.refundCents <= row.refundedCents) return
  const { refunds } = await payments.afterSaleOf(paymentId)
  const amount = row.refundCents - centsOf(refunds)
  const key = refundKey(checkoutId, row.refundCents)
  try {
    if (amount > 0) await payments.makeRefund({ paymentId, refundId: key, amount }, key)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, order: row.orderId }, 'refund refused by the payment provider')
    await db.transaction((tx) => raiseFlag(tx, row.orderId, 'refund-failed', { source: key }))
    return
  }
  await recordDifferenceAfterSale(services, paymentId)
}

/** What these refunds come to that did not fail. */
const centsOf = (refunds: readonly ProviderRefund[]) =>
  refunds.reduce((sum, { state, amount }) => sum + (state === 'made' ? amount : 0), 0)

/**
 * Brings a difference in line with the provider about the refunds and disputes of its payment. False when the
 * payment is not a difference's. Throws ProviderUnavailable.
 */
async function recordDifferenceAfterSale(services: Services, paymentId: string): Promise<boolean> {
  const { db, payments } = services
  const known = await differenceByPayment(db, paymentId)
  if (!known) return false
  const { checkoutId } = known
  const afterSale = await payments.afterSaleOf(paymentId)
  await db.transaction(async (tx) => {
    const order = (await lockOrder(tx, known.orderId))!
    const before = (await differenceOf(tx, checkoutId))!
    await saveAfterSale(services, tx, order, afterSale)
    const refundedCents = centsOf(afterSale.refunds)
    const more = refundedCents - before.refundedCents
    if (more === 0) return
    await updateDifference(tx, checkoutId, { refundedCents })
    if (more < 0) return
    const isServed = await isDifferenceServed(tx, order.id, checkoutId)
    const isOurs = refundedCents <= before.refundCents
    const isAll = refundedCents === before.paidCents
    const served = isAll ? (before.refundedCents > 0 ? 'rest' : 'all') : 'part'
    const reason = isOurs ? reasons[isServed ? served : 'late'] : null
    await queueMails(tx, [await refundMail(tx, order, more, reason)])
  })
  return true
}

const reasons = {
  part: 'It is part of the extra shipping you paid, which costs less now.',
  rest: 'It is the rest of the extra shipping you paid.',
  all: 'It is the extra shipping you paid.',
  late: 'Your payment for another shipping method came when the order could no longer be sent that way.',
}

/** What orders ask of shipping, which knows nothing of differences. */
export const withDifferences = (shipping: Fulfilment): Fulfilment => ({
  ...shipping,
  async followRefunds(tx, order, now) {
    await shipping.followRefunds(tx, order, now)
    await followFullRefund(tx, order)
  },
  refundedWithAll: async (db, orderId) =>
    (await shipping.refundedWithAll(db, orderId)) +
    (await paidDifferencesOf(db, orderId)).reduce((sum, one) => sum + leftOfDifference(one), 0),
  recordAfterSale: async (services, paymentId) =>
    (await shipping.recordAfterSale(services, paymentId)) ||
    (await recordDifferenceAfterSale(services, paymentId)),
})

/**
 * Once all that was paid for an order is refunded, what was paid more for its shipping is, too. A refund that is only
 * requested can still be refused.
 */
async function followFullRefund(
  tx: Transaction,
  { id, totalCents }: Pick<Order, 'id' | 'totalCents'>,
): Promise<void> {
  const made = (await refundsOf(tx, id)).filter(({ state }) => state === 'made')
  if (refundableCents(totalCents, made) > 0) return
  const paid = await paidDifferencesOf(tx, id)
  const left = paid.reduce((sum, difference) => sum + leftOfDifference(difference), 0)
  await refundDifferences(tx, paid, left)
}

/** Makes the refund of a difference now, while the provider is available; else the queue makes it. */
export async function makeNow(services: Services, checkoutId: string): Promise<void> {
  try {
    await refundDifference(services, checkoutId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    services.log.warn({ err: error, checkout: checkoutId }, 'refund delayed: provider unavailable')
  }
}

/**
 * Closes an open payment page for a difference, after a change that it does not fit any more. While the provider
 * is unavailable it stays open; paid, it would be refunded.
 */
export async function closeDifference(services: Services, orderId: string): Promise<void> {
  const checkout = await openDifferenceOf(services.db, orderId)
  if (checkout) await endCheckout(services, checkout, 'cancelled')
}
