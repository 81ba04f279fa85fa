import type { Stripe } from 'stripe'

import { isOneOf } from '#platform/text/one-of.rules.ts'

/** Whose object is a payment page's session or a payment. */
const saleEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.succeeded',
] as const satisfies readonly Stripe.Event.Type[]

/** Whose object names its payment: a charge, a refund, a dispute. */
const afterSaleEvents = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event.Type[]

/** The provider's events that change our ledger; a webhook endpoint has to receive these. */
export const paymentEvents = [...saleEvents, ...afterSaleEvents] as const

/** Other events are acknowledged and ignored. */
export const isPaymentEvent = (type: string): boolean => isOneOf(paymentEvents, type)

/** Events about an existing payment; they carry the payment's id, not only their own object's. */
export const isAfterSaleEvent = (type: string): boolean => isOneOf(afterSaleEvents, type)
