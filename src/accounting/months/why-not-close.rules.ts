import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { nextMonth } from '#platform/text/accounting-month.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { MonthLine } from './month-lines.rules.ts'

/** A difference between our records and the provider's movements. */
export type Unexplained =
  | { kind: 'amount'; order: number; ours: Cents; theirs: Cents }
  | { kind: 'order-without-movement'; order: number }
  | { kind: 'reshipment-without-movement'; order: number }
  | { kind: 'difference-without-movement'; order: number }
  | { kind: 'refund-without-movement'; order: number; amount: Cents }

/** Charges whose amount is not what was recorded as paid. */
export const wrongAmounts = (lines: readonly MonthLine[]): Unexplained[] =>
  lines.flatMap(({ kind, payment, amount }): Unexplained[] =>
    kind === 'charge' && payment && payment.recorded !== amount
      ? [{ kind: 'amount', order: payment.orderNumber, ours: payment.recorded, theirs: amount }]
      : [],
  )

/** What closing a month depends on. */
export type MonthStatus = {
  month: AccountingMonth
  isClosed: boolean
  /** The end of the month, and the current time. */
  to: Date
  now: Date
  /** The last month that is closed; null before the first. */
  lastClosed: { month: AccountingMonth; closing: Cents } | null
  /** All movements of the provider up to this moment were read; null for none. */
  readTo: Date | null
  /** The newest reconciliation of the whole span; null for none. */
  reconciled: { differences: number; isWhole: boolean } | null
  unexplained: readonly Unexplained[]
  /** The first month with a movement; null without any. */
  firstMoved: AccountingMonth | null
  opening: Cents
}

export type WhyNotClose =
  | 'closed-already'
  | 'not-over'
  | 'another-first'
  | 'later-closed'
  | 'not-read'
  | 'before-first'
  | 'not-reconciled'
  | 'differences'
  | 'unexplained'
  | 'opening-differs'

/** The first reason why a month cannot be closed, or null. */
export function whyNotClose(status: MonthStatus): WhyNotClose | null {
  const { month, lastClosed, readTo, reconciled, unexplained, firstMoved, opening } = status
  if (status.isClosed) return 'closed-already'
  if (status.now < status.to) return 'not-over'
  if (lastClosed && month < lastClosed.month) return 'later-closed'
  if (lastClosed && month !== nextMonth(lastClosed.month)) return 'another-first'
  if (!readTo || readTo < status.to) return 'not-read'
  if (!lastClosed && (firstMoved === null || month < firstMoved)) return 'before-first'
  if (!reconciled || !reconciled.isWhole) return 'not-reconciled'
  if (reconciled.differences > 0) return 'differences'
  if (unexplained.length > 0) return 'unexplained'
  if (lastClosed && lastClosed.closing !== opening) return 'opening-differs'
  return null
}
