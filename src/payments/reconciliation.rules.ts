import type { Cents } from '#platform/text/money.rules.ts'

/** A reconciliation difference: between our ledger and the provider's, or within ours. */
export type Difference =
  | { kind: 'paid-without-order'; payment: string; amount: Cents }
  | { kind: 'order-without-money'; order: number; payment: string; state: string }
  | { kind: 'order-without-payment'; order: number; payment: string | null }
  | { kind: 'amount-differs'; order: number; ours: Cents; theirs: Cents }
  | { kind: 'refunded-differs'; order: number; ours: Cents; theirs: Cents }
  | { kind: 'dispute-unknown'; order: number; payment: string }
  | { kind: 'left-authorised'; payment: string; amount: Cents }
  | { kind: 'refund-missing'; order: number; refund: string; amount: Cents }
  | { kind: 'refund-differs'; order: number; refund: string; ours: Cents; theirs: Cents }
  | { kind: 'refund-unknown-there'; order: number; refund: string }
  | { kind: 'refund-waits'; order: number; amount: Cents }
  | { kind: 'page-left-open'; session: string }
  | { kind: 'hold-left-open'; checkout: string }
  | { kind: 'held-differs'; wine: string; ours: number; counted: number }
  | { kind: 'sold-differs'; wine: string; ours: number; counted: number }

export type OrderToReconcile = {
  number: number
  totalCents: Cents
  refundedCents: Cents
  isDisputed: boolean
  /** A payment for sending its box again or another way, whose refunds are known by their sum only. */
  isForShippingAlone?: boolean
}

/** A payment in the provider's ledger. */
export type ProviderPayment = {
  id: string
  /** Our id of its checkout; null when this shop did not request it. */
  checkoutId: string | null
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  /** Captured, or authorised while the state is `authorised`. */
  amount: Cents
  refunded: Cents
  isDisputed: boolean
}

/**
 * The differences between a payment at the provider and its order. A payment without order that this
 * shop did not request has none: other systems may use the same account.
 */
export function comparePayment(
  theirs: ProviderPayment,
  ours: OrderToReconcile | null,
): Difference[] {
  const payment = theirs.id
  if (!ours) {
    const isOurs = theirs.checkoutId !== null
    return isOurs && theirs.state === 'paid'
      ? [{ kind: 'paid-without-order', payment, amount: theirs.amount }]
      : []
  }
  const order = ours.number
  if (theirs.state !== 'paid') {
    return [{ kind: 'order-without-money', order, payment, state: theirs.state }]
  }
  const found: Difference[] = []
  if (theirs.amount !== ours.totalCents) {
    found.push({
      kind: 'amount-differs',
      order,
      ours: ours.totalCents,
      theirs: theirs.amount,
    })
  }
  if (theirs.refunded !== ours.refundedCents) {
    found.push({
      kind: 'refunded-differs',
      order,
      ours: ours.refundedCents,
      theirs: theirs.refunded,
    })
  }
  if (theirs.isDisputed && !ours.isDisputed) found.push({ kind: 'dispute-unknown', order, payment })
  return found
}

/** How many of each were compared. */
export type ReconciliationCounts = {
  payments: number
  /** Payments at the provider that this shop did not request. */
  foreign: number
  refunds: number
  pages: number
  orders: number
  /** Orders of the demo seed, which have no payment. */
  seeded: number
}
