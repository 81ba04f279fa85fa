import type { DatedOrderWithLines } from './orders.store.server.ts'

type Internal = 'userId' | 'checkoutId' | 'sessionId' | 'paymentIntentId' | 'shipToState'

/** An order as its buyer sees it: without our and the provider's ids. */
export type Receipt = Omit<DatedOrderWithLines, Internal>

export function receiptOf(order: DatedOrderWithLines): Receipt {
  const { userId: _user, checkoutId: _checkout, sessionId: _session, ...rest } = order
  const { paymentIntentId: _payment, shipToState: _state, ...receipt } = rest
  return receipt
}
