import type { OrderWithLines } from '#data/orders.ts'

type Inside = 'userId' | 'checkoutId' | 'sessionId' | 'paymentIntentId' | 'attention'

/** An order as its buyer sees it: nothing of the payment's inside. */
export type Receipt = Omit<OrderWithLines, Inside>

export function receiptOf(order: OrderWithLines): Receipt {
  const { userId: _user, checkoutId: _checkout, sessionId: _session, ...rest } = order
  const { paymentIntentId: _payment, attention: _attention, ...receipt } = rest
  return receipt
}
