import type { Cents } from '#platform/text/money.rules.ts'

/**
 * Open disputes wait for our response or the bank's decision; the others are decided. With an inquiry the bank only
 * asks: it has taken nothing back, the payment can still be refunded, and a full refund settles it.
 */
export const disputeStates = [
  'inquiry',
  'inquiry-under-review',
  'needs-response',
  'under-review',
  'won',
  'lost',
  'withdrawn',
] as const
export type DisputeState = (typeof disputeStates)[number]

const inquiries = new Set<DisputeState>(['inquiry', 'inquiry-under-review'])

export const isInquiry = (state: DisputeState): boolean => inquiries.has(state)

/** The buyer's bank has taken the money back until it decides. */
const isChargeback = (state: DisputeState): boolean =>
  state === 'needs-response' || state === 'under-review'

export const isDisputeOpen = (state: DisputeState): boolean =>
  isInquiry(state) || isChargeback(state)

/** The buyer's bank has taken the money back, for now or for good. The provider refuses to refund it as well. */
export const isCharged = (state: DisputeState): boolean => isChargeback(state) || state === 'lost'

export const orderStates = ['paid', 'partly-refunded', 'refunded', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

/** The state of an order after the sale. An inquiry does not count, nor a dispute that was won or withdrawn. */
export function orderStateOf(order: {
  totalCents: Cents
  refundedCents: Cents
  disputes: readonly DisputeState[]
}): OrderState {
  if (order.disputes.some(isCharged)) return 'disputed'
  if (order.refundedCents === 0) return 'paid'
  return order.refundedCents < order.totalCents ? 'partly-refunded' : 'refunded'
}

export type RefundState = 'requested' | 'made' | 'failed'

/** What can still be refunded of an order, in cents: a requested refund counts as made. */
export function refundableCents(
  totalCents: Cents,
  refunds: readonly { state: RefundState; amountCents: Cents }[],
): Cents {
  const refunded = refunds.reduce(
    (sum, refund) => sum + (refund.state === 'failed' ? 0 : refund.amountCents),
    0,
  )
  return Math.max(0, totalCents - refunded)
}

export type WhyNotRefundable = 'no-payment' | 'disputed' | 'dispute-lost' | 'nothing-left'

/** Why no refund is offered for an order, or null. */
export function whyNotRefundable(order: {
  hasPayment: boolean
  disputes: readonly DisputeState[]
  leftCents: Cents
}): WhyNotRefundable | null {
  if (!order.hasPayment) return 'no-payment'
  if (order.disputes.some(isChargeback)) return 'disputed'
  if (order.disputes.some(isCharged)) return 'dispute-lost'
  return order.leftCents === 0 ? 'nothing-left' : null
}
