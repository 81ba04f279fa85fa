import type { Transaction } from '#data/connection.server.ts'
import type { Order } from '#data/orders.ts'
import { holdOrder, orderById, setAttention } from '#data/orders.ts'
import { queueJob } from '#data/queue.ts'
import { insertRefund, lessenRefund, refundById, refundsOf, settleRefund } from '#data/refunds.ts'
import { refundableCents } from '#domain/after-sale.ts'
import { refundReason } from '#domain/copy/refunds.ts'
import type { Cents } from '#domain/money.ts'
import { ProviderRefused } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'
import { recordAfterSale } from './record-after-sale.ts'

/** Has all that was paid for an order that can't be served given back, written with the order. */
export async function queueWholeRefund(
  tx: Transaction,
  order: Pick<Order, 'id' | 'totalCents' | 'attention'>,
): Promise<void> {
  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey: `automatic:${order.id}`,
    cause: 'automatic',
    amountCents: order.totalCents,
    reason: refundReason[order.attention === 'stock-gone' ? 'stock-gone' : 'can-not-be-served'],
  })
  if (refund) await queueRefund(tx, refund.id)
}

/** The job makes the refund once this is written down, however often it takes. */
export const queueRefund = (tx: Transaction, refundId: string): Promise<void> =>
  queueJob(tx, 'make-refund', { refundId }, `refund:${refundId}`)

/**
 * Makes a refund that was asked for, once, however often it is called: one that carries our id is
 * looked for first, and what was given back otherwise counts. Refused by the provider it has failed,
 * and staff see it. Throws ProviderUnavailable; the queue tries again.
 */
export async function makeRefund(parts: Parts, refundId: string): Promise<void> {
  const { db, payments, clock, log } = parts
  const refund = await refundById(db, refundId)
  const order = refund && (await orderById(db, refund.orderId))
  if (!refund || !order?.paymentIntentId || refund.state !== 'asked') return
  await recordAfterSale(parts, order.paymentIntentId)
  const amount = await db.transaction((tx) => amountToMake(tx, order, refundId))
  if (amount === 0) return

  const wish = { paymentId: order.paymentIntentId, refundId, amount }
  try {
    await payments.makeRefund(wish, `refund:${refundId}`)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, order: order.id }, 'the provider refused a refund')
    await db.transaction(async (tx) => {
      const settled = { state: 'failed', providerId: null, settledAt: clock() } as const
      await settleRefund(tx, refundId, settled)
      await setAttention(tx, order.id, 'refund-failed')
    })
    return
  }
  await recordAfterSale(parts, order.paymentIntentId)
}

/**
 * What of a refund is still to be made, in cents. One that gives back the whole of an order is
 * lessened by what was given back at the provider's desk before the order was written; when nothing
 * is left, it is let go of.
 */
async function amountToMake(
  tx: Transaction,
  { id, totalCents }: Pick<Order, 'id' | 'totalCents'>,
  refundId: string,
): Promise<Cents> {
  await holdOrder(tx, id)
  const refunds = await refundsOf(tx, id)
  const mine = refunds.find((refund) => refund.id === refundId)
  if (mine?.state !== 'asked') return 0
  if (mine.cause !== 'automatic') return mine.amountCents
  const others = refunds.filter((refund) => refund !== mine)
  const left = Math.min(mine.amountCents, refundableCents(totalCents, others))
  if (left < mine.amountCents) await lessenRefund(tx, refundId, left)
  return left
}
