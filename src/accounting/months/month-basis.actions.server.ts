import { createHash } from 'node:crypto'

import type { Queryable } from '#platform/database/connection.server.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { spanOfMonth } from '#platform/text/accounting-month.rules.ts'

import type { MonthFigures } from './month-figures.rules.ts'
import { figuresOf } from './month-figures.rules.ts'
import type { MonthLine } from './month-lines.rules.ts'
import { lineOf } from './month-lines.rules.ts'
import { bookedMovements, withoutMovement } from './month-lines.store.server.ts'
import { closedMonth, lastClosedMonth, reconciliationOf } from './months.store.server.ts'
import { lastRead, monthsWithMovements, owedBefore } from './movements.store.server.ts'
import type { MonthStatus } from './why-not-close.rules.ts'
import { wrongAmounts } from './why-not-close.rules.ts'

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
      firstMoved: (await monthsWithMovements(db))?.first ?? null,
      unexplained: [...wrongAmounts(lines), ...(await withoutMovement(db, span, mostUnexplained))],
      opening,
    },
  }
}

/**
 * Identifies the figures that a form showed; closing is refused when they have changed since.
 */
export const basisKey = ({ figures }: Pick<MonthBasis, 'figures'>): string =>
  createHash('sha256').update(JSON.stringify(figures)).digest('base64url')
