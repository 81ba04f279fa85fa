import type { Stripe } from 'stripe'

import type { AfterSalePayments, ProviderDispute, ProviderRefund } from './after-sale-payments.ts'
import { ask, idOf, isMissing } from './stripe-calls.server.ts'

/** Nobody disputes or is given back one payment more often. */
const most = 100

/** Refunds and disputes at the provider. */
export const stripeAfterSale = (stripe: Stripe): AfterSalePayments => ({
  afterSaleOf: (paymentId) =>
    ask(async () => {
      const of = { payment_intent: paymentId, limit: most }
      const [refunds, disputes] = await Promise.all([
        stripe.refunds.list(of),
        stripe.disputes.list(of),
      ])
      return { refunds: refunds.data.map(refundOf), disputes: disputes.data.map(disputeOf) }
    }),

  checkoutOfPayment: (paymentId) =>
    ask(async () => {
      try {
        const intent = await stripe.paymentIntents.retrieve(paymentId)
        return intent.metadata['checkout'] ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    }),

  makeRefund: ({ paymentId, refundId, amount }, key) =>
    ask(async () => {
      await stripe.refunds.create(
        { payment_intent: paymentId, amount, metadata: { refund: refundId } },
        { idempotencyKey: key },
      )
    }),
})

/** A refund as the shop sees it. */
export const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  paymentId: idOf(refund.payment_intent),
  amount: refund.amount,
  state: refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'made',
  refundId: refund.metadata?.['refund'] ?? null,
  createdAt: new Date(refund.created * 1000),
})

const disputeState = (status: string): ProviderDispute['state'] => {
  if (status === 'won' || status === 'lost') return status
  if (status === 'warning_closed' || status === 'prevented') return 'withdrawn'
  return status.endsWith('needs_response') ? 'needs-response' : 'under-review'
}

/** A dispute as the shop sees it. */
const disputeOf = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  paymentId: idOf(dispute.payment_intent),
  amount: dispute.amount,
  state: disputeState(dispute.status),
  reason: dispute.reason,
  respondBy: dispute.evidence_details.due_by
    ? new Date(dispute.evidence_details.due_by * 1000)
    : null,
  openedAt: new Date(dispute.created * 1000),
})
