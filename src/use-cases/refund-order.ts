import { queueMails } from '#data/mails.ts'
import { markRefunded, orderById } from '#data/orders.ts'
import { refundReason } from '#domain/copy/refunds.ts'

import type { Parts } from './parts.ts'

/**
 * Gives back the whole payment of an order that can't be served, and tells the buyer. Once, however
 * often it is called. Throws ProviderUnavailable; the queue tries again.
 */
export async function refundOrder({ db, payments }: Parts, orderId: string): Promise<void> {
  const order = await orderById(db, orderId)
  if (!order || order.state === 'refunded' || !order.paymentIntentId) return
  await payments.refundPayment(order.paymentIntentId, `refund:${order.id}`)
  const { name, number, totalCents, attention } = order
  const reason = refundReason[attention === 'stock-gone' ? attention : 'can-not-be-served']
  const props = { name, number, totalCents, reason }
  await db.transaction(async (tx) => {
    if (!(await markRefunded(tx, order))) return
    await queueMails(tx, [{ kind: 'order-refunded', recipient: order.email, props }])
  })
}
