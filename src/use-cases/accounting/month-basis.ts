import { bookedMovements, withoutMovement } from '#data/accounting/month-lines.ts'
import { closedMonth, lastClosedMonth, reconciliationOf } from '#data/accounting/months.ts'
import { lastRead, owedBefore } from '#data/accounting/movements.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { AccountingMonth } from '#payments/accounting-month.rules.ts'
import { spanOfMonth } from '#payments/accounting-month.rules.ts'
import type { MonthFigures } from '#domain/accounting/month-figures.ts'
import { figuresOf } from '#domain/accounting/month-figures.ts'
import type { MonthLine } from '#domain/accounting/month-lines.ts'
import { lineOf } from '#domain/accounting/month-lines.ts'
import type { MonthStatus } from '#domain/accounting/why-not-close.ts'
import { wrongAmounts } from '#domain/accounting/why-not-close.ts'

/** Unexplained records that are listed of each kind; the page needs no more. */
const mostUnexplained = 20

export type MonthBasis = {
  lines: MonthLine[]
  figures: MonthFigures
  status: MonthStatus
  /** When the newest reconciliation of the whole span ran. */
  reconciledAt: Date | null
}

/** Everything that closing a month depends on, read from our database alone. */
export async function monthBasis(
  db: Queryable,
  month: AccountingMonth,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<MonthBasis> {
  const span = spanOfMonth(month, timeZone)
  const movements = await bookedMovements(db, month)
  const lines = movements.map((movement) => lineOf(movement, month))
  const opening = await owedBefore(db, month)
  const reconciled = await reconciliationOf(db, span)
  return {
    lines,
    figures: figuresOf(month, opening, lines),
    reconciledAt: reconciled?.at ?? null,
    status: {
      month,
      isClosed: (await closedMonth(db, month)) !== null,
      to: span.to,
      now,
      lastClosed: await lastClosedMonth(db),
      readTo: (await lastRead(db))?.readTo ?? null,
      reconciled,
      unexplained: [...wrongAmounts(lines), ...(await withoutMovement(db, span, mostUnexplained))],
      opening,
    },
  }
}

/**
 * Identifies the figures that a form showed; closing is refused when the month's lines have changed
 * since.
 */
export const basisKey = ({ figures, lines }: Pick<MonthBasis, 'figures' | 'lines'>): string =>
  `${lines.length} ${figures.opening} ${figures.closing}`
