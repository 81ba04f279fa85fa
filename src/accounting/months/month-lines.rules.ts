import type { Cents } from '#platform/text/money.rules.ts'

import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import type { MovementKind } from '#payments/movements.rules.ts'

/** A payment in our ledger, by what it paid for. */
export type BookedPayment = {
  /** A channel of orders, or `reshipment` for the shipping of a returned box. */
  channel: string
  orderNumber: number
  /** The state it was shipped to; empty for a pickup. */
  state: string
  wine: Cents
  shipping: Cents
  tax: Cents
}

/** A movement at the provider with what our ledger has of its payment. */
export type BookedMovement = {
  id: string
  kind: MovementKind
  category: string
  amount: Cents
  fee: Cents
  paymentId: string | null
  description: string
  createdAt: Date
  /** The month of its date; it is booked in a later one where that was closed already. */
  dated: AccountingMonth
  /** The month in which the payment itself was booked. */
  paidIn: AccountingMonth | null
  /** Cents of the payment that earlier movements refunded. */
  refundedBefore: Cents
  /** Null where it belongs to no payment of this shop. */
  payment: BookedPayment | null
}

/** The parts of an amount; `other` belongs to no payment of this shop. */
export type Parts = { wine: Cents; shipping: Cents; tax: Cents; other: Cents }

/** A line of the accounts: one movement, divided. */
export type MonthLine = BookedMovement & { parts: Parts; mark: LineMark | null }

/** Why a line is booked in an unexpected month. */
export type LineMark =
  | { kind: 'late'; month: AccountingMonth }
  | { kind: 'earlier-payment'; month: AccountingMonth }

/**
 * Splits the first `refunded` cents of a payment in proportion to what was paid for wine, shipping and
 * tax, so that several partial refunds add up to the split of one full refund.
 */
function refundedParts({ wine, shipping, tax }: BookedPayment, refunded: Cents): Parts {
  const total = wine + shipping + tax
  if (total === 0) return { wine: 0, shipping: 0, tax: 0, other: refunded }
  const share = (part: Cents) => Math.round((Math.min(refunded, total) * part) / total)
  const known = { shipping: share(shipping), tax: share(tax) }
  const rest = Math.min(refunded, total) - known.shipping - known.tax
  return { ...known, wine: rest, other: refunded - Math.min(refunded, total) }
}

function partsOf({ kind, amount, payment, refundedBefore }: BookedMovement): Parts {
  const other = { wine: 0, shipping: 0, tax: 0, other: amount }
  if (!payment) return other
  const { wine, shipping, tax } = payment
  if (kind === 'charge') return { wine, shipping, tax, other: amount - wine - shipping - tax }
  if (kind !== 'refund') return other
  const before = refundedParts(payment, refundedBefore)
  const after = refundedParts(payment, refundedBefore - amount)
  return {
    wine: before.wine - after.wine,
    shipping: before.shipping - after.shipping,
    tax: before.tax - after.tax,
    other: before.other - after.other,
  }
}

/** A movement as a line of the month in which it is booked. */
export function lineOf(movement: BookedMovement, booked: AccountingMonth): MonthLine {
  const { dated, paidIn } = movement
  const mark: LineMark | null =
    dated !== booked
      ? { kind: 'late', month: dated }
      : paidIn !== null && paidIn !== booked
        ? { kind: 'earlier-payment', month: paidIn }
        : null
  return { ...movement, parts: partsOf(movement), mark }
}
