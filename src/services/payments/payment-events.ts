/** The provider's events that change our books: what a webhook endpoint has to be sent. */
export const paymentEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.succeeded',
] as const

/** The provider may send others, which are thanked for and forgotten. */
export const isPaymentEvent = (type: string): boolean =>
  (paymentEvents as readonly string[]).includes(type)
