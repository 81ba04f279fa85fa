import type { Cents } from './money.ts'

/** How a dispute stands: open ones wait for us or the bank, the others are decided. */
export const disputeStates = ['needs-response', 'under-review', 'won', 'lost', 'withdrawn'] as const
export type DisputeState = (typeof disputeStates)[number]

/** Money that is, or may be, taken back by the buyer's bank. */
const hurts = new Set<DisputeState>(['needs-response', 'under-review', 'lost'])

export type OrderState = 'paid' | 'partly-refunded' | 'refunded' | 'disputed'

/** How an order stands after the sale. A dispute that was won or withdrawn leaves no trace in it. */
export function orderStateOf(order: {
  totalCents: Cents
  refundedCents: Cents
  disputes: readonly DisputeState[]
}): OrderState {
  if (order.disputes.some((state) => hurts.has(state))) return 'disputed'
  if (order.refundedCents === 0) return 'paid'
  return order.refundedCents < order.totalCents ? 'partly-refunded' : 'refunded'
}

/** Why staff must look at an order. */
export const attentionReasons = [
  'stock-gone',
  'amount-differs',
  'address-differs',
  'address-not-served',
  'refund-failed',
  'disputed',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

export type RefundState = 'asked' | 'made' | 'failed'

/** What can still be given back of an order, in cents: what is asked for counts as given. */
export function refundableCents(
  totalCents: Cents,
  refunds: readonly { state: RefundState; amountCents: Cents }[],
): Cents {
  const given = refunds.reduce(
    (sum, refund) => sum + (refund.state === 'failed' ? 0 : refund.amountCents),
    0,
  )
  return Math.max(0, totalCents - given)
}
