import type { Cents } from './money.ts'

/** A difference between our books and the provider's, or within our own. */
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

export type BooksOrder = {
  number: number
  totalCents: Cents
  refundedCents: Cents
  isDisputed: boolean
}

type TheirPayment = {
  id: string
  checkoutId: string | null
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  amount: Cents
  refunded: Cents
  isDisputed: boolean
}

/**
 * What is different between a payment at the provider and the order it should be. A payment that
 * this shop did not ask for and has no order is none of its business.
 */
export function comparePayment(theirs: TheirPayment, ours: BooksOrder | null): Difference[] {
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

/** What was looked at. */
export type BooksCounts = {
  payments: number
  /** Payments at the provider that this shop did not ask for. */
  foreign: number
  refunds: number
  pages: number
  orders: number
  /** Orders of the demo, which nobody ever paid. */
  seeded: number
}
