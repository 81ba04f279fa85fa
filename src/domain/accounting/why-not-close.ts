import type { Cents } from '#domain/money.ts'

import type { AccountingMonth } from './accounting-month.ts'
import { nextMonth } from './accounting-month.ts'
import type { MonthLine } from './month-lines.ts'

/** A record of ours that the provider's movements do not explain, or the reverse. */
export type Unexplained =
  | { kind: 'amount'; order: number; ours: Cents; theirs: Cents }
  | { kind: 'order-without-movement'; order: number }
  | { kind: 'reshipment-without-movement'; order: number }
  | { kind: 'refund-without-movement'; order: number; amount: Cents }

/** Charges whose amount is not what our ledger has for them. */
export const wrongAmounts = (lines: readonly MonthLine[]): Unexplained[] =>
  lines.flatMap(({ kind, payment, amount, parts }): Unexplained[] =>
    kind === 'charge' && payment && parts.other !== 0
      ? [{ kind: 'amount', order: payment.orderNumber, ours: amount - parts.other, theirs: amount }]
      : [],
  )

/** What closing a month depends on. */
export type MonthStanding = {
  month: AccountingMonth
  isClosed: boolean
  /** Its end, and the present. */
  to: Date
  now: Date
  /** The last month that is closed; null before the first. */
  lastClosed: { month: AccountingMonth; closing: Cents } | null
  /** The provider's movements were read whole, up to that moment. */
  readTo: Date | null
  /** The newest reconciliation of the whole span; null for none. */
  reconciled: { differences: number; isWhole: boolean } | null
  unexplained: readonly Unexplained[]
  opening: Cents
}

export type WhyNotClose =
  | 'closed-already'
  | 'not-over'
  | 'another-first'
  | 'not-read'
  | 'not-reconciled'
  | 'differences'
  | 'unexplained'
  | 'opening-differs'

/** The first reason why a month cannot be closed, or null. */
export function whyNotClose(standing: MonthStanding): WhyNotClose | null {
  const { month, lastClosed, readTo, reconciled, unexplained, opening } = standing
  if (standing.isClosed) return 'closed-already'
  if (standing.now < standing.to) return 'not-over'
  if (lastClosed && month !== nextMonth(lastClosed.month)) return 'another-first'
  if (!readTo || readTo < standing.to) return 'not-read'
  if (!reconciled || !reconciled.isWhole) return 'not-reconciled'
  if (reconciled.differences > 0) return 'differences'
  if (unexplained.length > 0) return 'unexplained'
  if (lastClosed && lastClosed.closing !== opening) return 'opening-differs'
  return null
}
