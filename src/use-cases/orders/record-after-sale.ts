import { checkoutById } from '#data/checkouts.ts'
import type { Transaction } from '#data/connection.server.ts'
import { disputesOf, keepDispute } from '#data/disputes.ts'
import { queueMails } from '#data/mails.ts'
import type { Order } from '#data/orders.ts'
import { holdOrder, noteAfterSale, orderByPayment } from '#data/orders.ts'
import type { Refund } from '#data/refunds.ts'
import { insertRefund, refundsOf, returnSold, settleRefund } from '#data/refunds.ts'
import { isUuid } from '#data/uuid.ts'
import type { AttentionReason } from '#domain/after-sale.ts'
import { orderStateOf } from '#domain/after-sale.ts'
import type { ProviderDispute, ProviderRefund } from '#services/payments/after-sale-payments.ts'

import { disputeMail, refundMail } from './after-sale-mails.ts'
import type { Parts } from '#use-cases/parts.ts'

/** `early` when the payment will become an order and has not yet. */
export type RecordedAfterSale = 'recorded' | 'early' | 'none'

/**
 * Makes an order agree with the provider about what was given back of its payment, and about
 * disputes. Events, staff, the refunding job and the reconciling job all call this, as often as they
 * like: each refund is told once and returns its stock once. Throws ProviderUnavailable.
 */
export async function recordAfterSale(parts: Parts, paymentId: string): Promise<RecordedAfterSale> {
  const { db, payments } = parts
  const order = await orderByPayment(db, paymentId)
  if (!order) return (await isToBecomeOrder(parts, paymentId)) ? 'early' : 'none'
  const told = await payments.afterSaleOf(paymentId)
  await db.transaction((tx) => keep(parts, tx, order.id, told))
  return 'recorded'
}

/** A refund can be told of before its payment is; that of a voided offer never becomes an order. */
async function isToBecomeOrder({ db, payments }: Parts, paymentId: string): Promise<boolean> {
  const checkoutId = await payments.checkoutOfPayment(paymentId)
  const checkout = checkoutId && isUuid(checkoutId) ? await checkoutById(db, checkoutId) : null
  return checkout !== null && checkout.state !== 'refused'
}

async function keep(
  parts: Parts,
  tx: Transaction,
  orderId: string,
  told: { refunds: ProviderRefund[]; disputes: ProviderDispute[] },
): Promise<void> {
  const order = await holdOrder(tx, orderId)
  if (!order) return
  const known = await refundsOf(tx, order.id)
  for (const refund of told.refunds) await keepRefund(parts, tx, { order, known, refund })
  const hasFailed = told.refunds.some(
    (refund) =>
      refund.state === 'failed' &&
      known.some((mine) => mine.providerId === refund.id && mine.state === 'made'),
  )
  const isDisputed = await keepDisputes(parts, tx, order, told.disputes)

  const made = (await refundsOf(tx, order.id)).filter(({ state }) => state === 'made')
  const refundedCents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const attention: AttentionReason | undefined = isDisputed
    ? 'disputed'
    : hasFailed
      ? 'refund-failed'
      : undefined
  const disputes = told.disputes.map(({ state }) => state)
  const state = orderStateOf({ totalCents: order.totalCents, refundedCents, disputes })
  await noteAfterSale(tx, order.id, { state, refundedCents, attention })
}

type Told = { order: Order; known: readonly Refund[]; refund: ProviderRefund }

async function keepRefund(
  { clock }: Parts,
  tx: Transaction,
  { order, known, refund }: Told,
): Promise<void> {
  const mine = known.find(
    ({ id, providerId }) => providerId === refund.id || id === refund.refundId,
  )
  const settled = { state: refund.state, providerId: refund.id, settledAt: clock() }
  if (!mine) {
    await insertRefund(tx, {
      ...settled,
      orderId: order.id,
      requestKey: `provider:${refund.id}`,
      cause: 'provider',
      amountCents: refund.amount,
      askedAt: refund.createdAt,
    })
  } else {
    if (mine.state === refund.state) return
    await settleRefund(tx, mine.id, settled)
  }
  if (refund.state !== 'made') return
  const stockBack = Object.entries(mine?.stockBack ?? {})
  await returnSold(
    tx,
    order.id,
    stockBack.map(([productId, quantity]) => ({ productId, quantity })),
  )
  await queueMails(tx, [refundMail(order, refund.amount, mine?.reason ?? null)])
}

/** True when one is new and waits for an answer. */
async function keepDisputes(
  { settings }: Parts,
  tx: Transaction,
  order: Order,
  told: readonly ProviderDispute[],
): Promise<boolean> {
  const known = new Set((await disputesOf(tx, order.id)).map(({ id }) => id))
  for (const { paymentId: _paymentId, amount, ...dispute } of told) {
    await keepDispute(tx, { ...dispute, orderId: order.id, amountCents: amount })
  }
  const fresh = told.filter(({ id, state }) => !known.has(id) && state === 'needs-response')
  await queueMails(
    tx,
    fresh.map((dispute) => disputeMail(order, dispute, settings)),
  )
  return fresh.length > 0
}
