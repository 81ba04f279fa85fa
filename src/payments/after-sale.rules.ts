import type { Cents } from '#platform/text/money.rules.ts'

/** Open disputes wait for our response or the bank's decision; the others are decided. */
export const disputeStates = ['needs-response', 'under-review', 'won', 'lost', 'withdrawn'] as const
export type DisputeState = (typeof disputeStates)[number]

const openDisputes = new Set<DisputeState>(['needs-response', 'under-review'])

export const isDisputeOpen = (state: DisputeState): boolean => openDisputes.has(state)

/** The buyer's bank has taken the money back, or may. The provider refuses to refund it as well. */
const isCharged = (state: DisputeState): boolean => isDisputeOpen(state) || state === 'lost'

export const orderStates = ['paid', 'partly-refunded', 'refunded', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

/** The state of an order after the sale. A dispute that was won or withdrawn does not count. */
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
  if (order.disputes.some(isDisputeOpen)) return 'disputed'
  if (order.disputes.some(isCharged)) return 'dispute-lost'
  return order.leftCents === 0 ? 'nothing-left' : null
}
