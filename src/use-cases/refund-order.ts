import { markRefunded, orderById } from '#data/orders.ts'

import type { Parts } from './parts.ts'

/**
 * Gives back the whole payment of an order that can't be served. Once, however often it is called.
 * Throws ProviderUnavailable; the queue tries again.
 */
export async function refundOrder({ db, payments }: Parts, orderId: string): Promise<void> {
  const order = await orderById(db, orderId)
  if (!order || order.state === 'refunded' || !order.paymentIntentId) return
  await payments.refundPayment(order.paymentIntentId, `refund:${order.id}`)
  await markRefunded(db, order)
}
