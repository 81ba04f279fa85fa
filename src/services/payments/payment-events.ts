/** What happened to payments. */
const saleEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.succeeded',
] as const

/** What happened to money that was paid. */
const afterSaleEvents = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

/** The provider's events that change our books: what a webhook endpoint has to be sent. */
export const paymentEvents = [...saleEvents, ...afterSaleEvents] as const

/** The provider may send others, which are thanked for and forgotten. */
export const isPaymentEvent = (type: string): boolean =>
  (paymentEvents as readonly string[]).includes(type)

/** Events about a payment that was made before: they are known by that payment, not by themselves. */
export const isAfterSaleEvent = (type: string): boolean =>
  (afterSaleEvents as readonly string[]).includes(type)
