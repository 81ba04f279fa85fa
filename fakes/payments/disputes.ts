import type Stripe from 'stripe'

import { bookDispute } from './balance-transactions.ts'
import { invalidRequest, noSuchObject } from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import type { World } from './world.ts'

const answerWithinSeconds = 9 * 24 * 60 * 60

export const disputeRoutes = [
  route(
    'GET /v1/disputes',
    'DisputeListParams',
    ({ world, params }: Call<Stripe.DisputeListParams>) => {
      const { charge, payment_intent: intent } = params
      return listPage(
        world.collections.disputes,
        {
          url: '/v1/disputes',
          params,
          matches: (dispute) =>
            (intent === undefined || dispute.payment_intent === intent) &&
            withinCreated(dispute.created, params.created),
        },
        charge
          ? { field: 'charge', value: charge }
          : intent
            ? { field: 'payment_intent', value: intent }
            : undefined,
      )
    },
  ),
  route('GET /v1/disputes/:id', 'DisputeRetrieveParams', ({ world, id }: Call<object>) =>
    requireDispute(world, id),
  ),
  route(
    'POST /v1/disputes/:id',
    'DisputeUpdateParams',
    ({ world, id, params }: Call<Stripe.DisputeUpdateParams>) =>
      updateDispute(world, requireDispute(world, id), params),
  ),
  route('POST /v1/disputes/:id/close', 'DisputeCloseParams', ({ world, id }: Call<object>) =>
    closeDispute(world, requireDispute(world, id), 'lost'),
  ),
]

const takesEvidence: readonly string[] = ['needs_response', 'warning_needs_response']

/** Keeps evidence; `submit` hands it to the bank, once. */
function updateDispute(
  world: World,
  dispute: Stripe.Dispute,
  { evidence, submit }: Stripe.DisputeUpdateParams,
): Stripe.Dispute {
  if (!takesEvidence.includes(dispute.status)) {
    throw invalidRequest('This dispute is already closed or under review', { param: 'dispute' })
  }
  if (dispute.evidence_details.past_due) {
    throw invalidRequest('The deadline for evidence has passed', { param: 'dispute' })
  }
  const file = evidence?.shipping_documentation
  if (file && !world.collections.files.get(file)) {
    throw noSuchObject('file upload', file, 'evidence[shipping_documentation]')
  }
  const previous = { status: dispute.status }
  Object.assign(dispute.evidence, evidence)
  dispute.evidence_details.has_evidence = true
  if (submit) {
    dispute.evidence_details.submission_count += 1
    dispute.evidence_details.submission_method = 'manual'
    dispute.status =
      dispute.status === 'warning_needs_response' ? 'warning_under_review' : 'under_review'
  }
  world.collections.disputes.save(dispute)
  world.events.emit('charge.dispute.updated', dispute, submit ? previous : {})
  return dispute
}

function requireDispute(world: World, id: string): Stripe.Dispute {
  const dispute = world.collections.disputes.get(id)
  if (!dispute) throw noSuchObject('dispute', id)
  return dispute
}

/** Closes a dispute. Only the fault injection page can set `won`, because the bank decides. */
export function closeDispute(
  world: World,
  dispute: Stripe.Dispute,
  status: 'won' | 'lost',
): Stripe.Dispute {
  if (closed.includes(dispute.status)) {
    throw invalidRequest('This dispute is already closed', { param: 'dispute' })
  }
  const previous = { status: dispute.status }
  const isInquiry = inquiries.includes(dispute.status)
  dispute.status = isInquiry && status === 'won' ? 'warning_closed' : status
  // An inquiry withdrew nothing yet.
  if (isInquiry === (status === 'lost')) {
    const what = isInquiry ? 'withdrawn' : 'returned'
    dispute.balance_transactions.push(bookDispute(world, dispute, what))
  }
  if (status === 'lost') dispute.is_charge_refundable = false
  world.collections.disputes.save(dispute)
  world.events.emit('charge.dispute.closed', dispute, previous)
  return dispute
}

const inquiries: readonly string[] = ['warning_needs_response', 'warning_under_review']
const closed: readonly string[] = ['won', 'lost', 'warning_closed']

/** A full refund resolves an inquiry about the payment. */
export function closeInquiries(world: World, { id }: Stripe.Charge): void {
  for (const dispute of world.collections.disputes.newestFirst({ field: 'charge', value: id })) {
    if (inquiries.includes(dispute.status)) closeDispute(world, dispute, 'won')
  }
}

/** Opens a dispute after a payment with a dispute test card. An inquiry withdraws nothing. */
export function openDispute(
  world: World,
  charge: Stripe.Charge,
  caseType: 'chargeback' | 'inquiry',
): void {
  const isInquiry = caseType === 'inquiry'
  const dispute: Stripe.Dispute = {
    id: newId('du', 24),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: world.now() + answerWithinSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent as string | null,
    payment_method_details: {
      card: { brand: 'visa', case_type: caseType, network: 'visa', network_reason_code: '10' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  if (!isInquiry) dispute.balance_transactions.push(bookDispute(world, dispute, 'withdrawn'))
  charge.disputed = true
  world.collections.charges.save(charge)
  world.collections.disputes.save(dispute)
  world.events.emit('charge.dispute.created', dispute)
}

const emptyEvidence = (): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})
