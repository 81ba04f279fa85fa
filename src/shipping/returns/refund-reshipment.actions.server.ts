import { checkoutById } from '#checkout/checkouts.store.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { saveDisputes } from '#orders/disputes/save-disputes.actions.server.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { refundMail } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import type { AfterSale } from '#payments/after-sale-payments.ts'
import { ProviderRefused } from '#payments/payments.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { reshipmentRefundReason } from '../whereabouts/where-it-is.copy.ts'
import {
  reshipmentByPayment,
  reshipmentOf,
  setReshipmentRefunded,
} from './reshipments.store.server.ts'

/**
 * Refunds the reshipment of a box that could not be sent any more. Idempotent. A refund that the
 * provider refuses flags the order. Throws ProviderUnavailable; the queue retries.
 */
export async function refundReshipment(services: Services, checkoutId: string): Promise<void> {
  const { db, payments, log } = services
  const row = await reshipmentOf(db, checkoutId)
  const paymentId = (await checkoutById(db, checkoutId))?.paymentIntentId
  if (!row?.refundWantedAt || !row.paidCents || !paymentId) return
  await recordReshipmentAfterSale(services, paymentId)
  const { refundedCents } = (await reshipmentOf(db, checkoutId))!
  const amount = row.paidCents - refundedCents
  if (amount <= 0) return
  try {
    const refund = { paymentId, refundId: checkoutId, amount }
    await payments.makeRefund(refund, `refund:${checkoutId}`)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, order: row.orderId }, 'refund refused by the payment provider')
    await db.transaction((tx) =>
      raiseFlag(tx, row.orderId, 'refund-failed', { source: checkoutId }),
    )
    return
  }
  await recordReshipmentAfterSale(services, paymentId)
}

/**
 * Brings a reshipment in line with the provider about the refunds and disputes of its payment. False
 * when the payment is not a reshipment's. Throws ProviderUnavailable.
 */
export async function recordReshipmentAfterSale(
  services: Services,
  paymentId: string,
): Promise<boolean> {
  const { db, payments } = services
  const known = await reshipmentByPayment(db, paymentId)
  if (!known) return false
  const afterSale = await payments.afterSaleOf(paymentId)
  const made = afterSale.refunds.filter(({ state }) => state === 'made')
  const refundedCents = made.reduce((sum, { amount }) => sum + amount, 0)
  await db.transaction(async (tx) => {
    const order = (await lockOrder(tx, known.orderId))!
    const before = (await reshipmentOf(tx, known.checkoutId))!
    await saveAfterSale(services, tx, order, afterSale)
    if (refundedCents === before.refundedCents) return
    await setReshipmentRefunded(tx, known.checkoutId, refundedCents)
    const more = refundedCents - before.refundedCents
    if (more <= 0) return
    const reason = before.refundWantedAt ? reshipmentRefundReason : null
    await queueMails(tx, [await refundMail(tx, order, more, reason)])
  })
  return true
}

/** Saves the disputes about a payment for shipping alone; a refund of it that failed flags its order. */
export async function saveAfterSale(
  services: Services,
  tx: Transaction,
  order: Order,
  { refunds, disputes }: AfterSale,
): Promise<void> {
  for (const { id: source, state } of refunds) {
    if (state === 'failed') await raiseFlag(tx, order.id, 'refund-failed', { source, once: true })
  }
  await saveDisputes(services, tx, order, disputes, 'shipping')
}
