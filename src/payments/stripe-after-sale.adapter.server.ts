import type { Stripe } from 'stripe'

import type {
  AfterSalePayments,
  DisputeEvidence,
  ProviderDispute,
  ProviderRefund,
} from './after-sale-payments.ts'
import { callOrNull, callProvider, idOf } from './stripe-calls.adapter.server.ts'

/** Page size; more refunds or disputes of one payment are not expected. */
const most = 100

export const stripeAfterSale = (stripe: Stripe): AfterSalePayments => ({
  afterSaleOf: (paymentId) =>
    callProvider(async () => {
      const of = { payment_intent: paymentId, limit: most }
      const [refunds, disputes] = await Promise.all([
        stripe.refunds.list(of),
        stripe.disputes.list(of),
      ])
      return { refunds: refunds.data.map(refundOf), disputes: disputes.data.map(disputeOf) }
    }),

  checkoutOfPayment: (paymentId) =>
    callOrNull(async () => {
      const intent = await stripe.paymentIntents.retrieve(paymentId)
      return intent.metadata['checkout'] ?? null
    }),

  cardOfPayment: (paymentId) =>
    callProvider(async () => {
      const expand = ['latest_charge']
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentId, { expand })
      const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
      return card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null
    }),

  // A file whose response was lost is never used, so it needs no idempotency key.
  uploadEvidence: ({ name, pdf }) =>
    callProvider(async () => {
      const file = await stripe.files.create({
        purpose: 'dispute_evidence',
        file: { data: pdf, name, type: 'application/pdf' },
      })
      return file.id
    }),

  hasEvidence: (disputeId) =>
    callProvider(async () => {
      const { evidence_details: details } = await stripe.disputes.retrieve(disputeId)
      return details.submission_count > 0
    }),

  submitEvidence: (disputeId, evidence, key) =>
    callProvider(async () => {
      await stripe.disputes.update(
        disputeId,
        { evidence: evidenceParams(evidence), submit: true },
        { idempotencyKey: key },
      )
    }),

  makeRefund: ({ paymentId, refundId, amount }, key) =>
    callProvider(async () => {
      await stripe.refunds.create(
        { payment_intent: paymentId, amount, metadata: { refund: refundId } },
        { idempotencyKey: key },
      )
    }),
})

/** Stripe takes no empty text. */
function evidenceParams(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const given = {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    product_description: evidence.productDescription,
    shipping_address: evidence.shippingAddress,
    shipping_carrier: evidence.carrier,
    shipping_tracking_number: evidence.trackingNumbers,
    shipping_date: evidence.shippedOn,
    shipping_documentation: evidence.fileId,
  }
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))
}

/** Maps Stripe's refund to ours. */
export const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  paymentId: idOf(refund.payment_intent),
  amount: refund.amount,
  state: refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'made',
  failure: refund.failure_reason ?? null,
  refundId: refund.metadata?.['refund'] ?? null,
  createdAt: new Date(refund.created * 1000),
})

const disputeState = (status: string): ProviderDispute['state'] => {
  if (status === 'won' || status === 'lost') return status
  if (status === 'warning_closed' || status === 'prevented') return 'withdrawn'
  if (status === 'warning_needs_response') return 'inquiry'
  if (status === 'warning_under_review') return 'inquiry-under-review'
  return status.endsWith('needs_response') ? 'needs-response' : 'under-review'
}

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
