import type { AmountPart } from '#catalogue/prices/amounts.rules.ts'
import { amountParts } from '#catalogue/prices/amounts.rules.ts'
import type { RefundPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import { centsOfPurpose, partsOfPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import type { MovementKind } from '#payments/movements.rules.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

/** A payment in our ledger, by what it paid for. */
export type BookedPayment = Record<AmountPart, Cents> & {
  /** A channel of orders, or of what is paid for shipping alone: `reshipment`, `difference`. */
  channel: string
  orderNumber: number
  /** The state it was shipped to; empty for a pickup. */
  state: string
  /** What was recorded as paid: more or less than its parts where another amount was paid than was asked. */
  recorded: Cents
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
  /** What a refund is for; null where it is not known. */
  purpose: RefundPurpose | null
  /** Earlier movements that refunded the payment, or took a refund back, oldest first. */
  refundedBefore: readonly Pick<BookedMovement, 'amount' | 'purpose'>[]
  /** Null where it belongs to no payment of this shop. */
  payment: BookedPayment | null
}

/**
 * The parts of an amount: those of an order; `goodwill`, refunded for none of them; `other`, which belongs to no payment
 * of this shop, or was paid beside the parts of one.
 */
export const bookedParts = [...amountParts, 'goodwill', 'other'] as const
export type BookedPart = (typeof bookedParts)[number]
export type Parts = Record<BookedPart, Cents>

export const eachBookedPart = <Value>(of: (part: BookedPart) => Value) =>
  Object.fromEntries(bookedParts.map((part) => [part, of(part)])) as Record<BookedPart, Value>

/** A line of the accounts: one movement, divided. */
export type MonthLine = BookedMovement & { parts: Parts; mark: LineMark | null }

/** Why a line is booked in an unexpected month. */
export type LineMark =
  | { kind: 'late'; month: AccountingMonth }
  | { kind: 'earlier-payment'; month: AccountingMonth }

const nothing = eachBookedPart(() => 0)

const minus = (from: Parts, what: Parts): Parts => eachBookedPart((part) => from[part] - what[part])

const sumOf = (parts: Parts): Cents => bookedParts.reduce((sum, part) => sum + parts[part], 0)

/**
 * Splits the first `refunded` cents of what was left of a payment in proportion to its parts, so that several
 * partial refunds add up to the split of one full refund; wine has what rounding leaves. Goodwill that was refunded
 * before counts against it, so that a full refund has all of the other parts.
 */
function refundedParts(paid: Parts, refunded: Cents): Parts {
  const total = sumOf(paid)
  if (total <= 0) return { ...nothing, other: refunded }
  const divided = Math.min(refunded, total)
  const shares = eachBookedPart((part) => Math.round((divided * paid[part]) / total))
  const rest = divided - sumOf({ ...shares, wine: 0 })
  return { ...shares, wine: rest, other: shares.other + refunded - divided }
}

/** The parts that a refund is known to be for; a refund that failed takes them back. */
function knownParts({ amount, purpose }: Pick<BookedMovement, 'amount' | 'purpose'>): Parts | null {
  if (!purpose || centsOfPurpose(purpose) !== Math.abs(amount)) return null
  const parts = { ...nothing, ...partsOfPurpose(purpose) }
  return amount > 0 ? parts : minus(nothing, parts)
}

/** The parts of a refund: what it is known to be for, or a share of what was left of the payment. */
function partsBack(payment: BookedPayment, movement: BookedMovement): Parts {
  let left = partsPaid(payment)
  // Cents that were refunded since for something unknown.
  let unknown = 0
  for (const one of movement.refundedBefore) {
    const known = knownParts(one)
    if (known) {
      left = minus(minus(left, refundedParts(left, unknown)), minus(nothing, known))
      unknown = 0
    } else unknown -= one.amount
  }
  return (
    knownParts(movement) ??
    minus(refundedParts(left, unknown), refundedParts(left, unknown - movement.amount))
  )
}

function partsPaid(payment: BookedPayment): Parts {
  const { wine, shipping, tax } = payment
  const parts = { ...nothing, wine, shipping, tax }
  return { ...parts, other: payment.recorded - sumOf(parts) }
}

function partsOf(movement: BookedMovement): Parts {
  const { kind, amount, payment } = movement
  if (!payment) return { ...nothing, other: amount }
  if (kind === 'charge') {
    const paid = partsPaid(payment)
    return { ...paid, other: paid.other + amount - payment.recorded }
  }
  return kind === 'refund' ? partsBack(payment, movement) : { ...nothing, other: amount }
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
