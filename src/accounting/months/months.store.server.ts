import { desc, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'

import { reconciliations } from '../reconciliation/tables.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import type { MonthFileKind } from './month-summary.rules.ts'
import { accountingFiles, accountingMonths } from './tables.ts'

export type ClosedMonth = typeof accountingMonths.$inferSelect

/** Closed months, newest first. */
export const closedMonths = (db: Queryable): Promise<ClosedMonth[]> =>
  db.select().from(accountingMonths).orderBy(desc(accountingMonths.month))

export async function closedMonth(
  db: Queryable,
  month: AccountingMonth,
): Promise<ClosedMonth | null> {
  const [row] = await db.select().from(accountingMonths).where(eq(accountingMonths.month, month))
  return row ?? null
}

/** The newest closed month with the provider's balance at its end in cents; null when none is closed. */
export async function lastClosedMonth(
  db: Queryable,
): Promise<{ month: AccountingMonth; closing: number } | null> {
  const [row] = await db
    .select({ month: accountingMonths.month, figures: accountingMonths.figures })
    .from(accountingMonths)
    .orderBy(desc(accountingMonths.month))
    .limit(1)
  return row ? { month: row.month, closing: row.figures.closing } : null
}

type NewMonth = {
  month: AccountingMonth
  closedAt: Date
  closedBy: string
  figures: MonthFigures
  hashes: Record<string, string>
  files: Readonly<Record<MonthFileKind, Buffer>>
}

/** Writes a closed month with its files. */
export async function insertMonth(tx: Transaction, { files, ...row }: NewMonth): Promise<void> {
  await tx.insert(accountingMonths).values(row)
  await tx.insert(accountingFiles).values(
    Object.entries(files).map(([kind, content]) => ({
      month: row.month,
      kind: kind as MonthFileKind,
      content,
    })),
  )
}

/** Deletes a closed month and its files. */
export async function deleteMonth(tx: Transaction, month: AccountingMonth): Promise<void> {
  await tx.delete(accountingMonths).where(eq(accountingMonths.month, month))
}

/** A file of a closed month, or null. */
export async function monthFile(
  db: Queryable,
  month: AccountingMonth,
  kind: MonthFileKind,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ content: accountingFiles.content })
    .from(accountingFiles)
    .where(sql`${accountingFiles.month} = ${month} and ${accountingFiles.kind} = ${kind}`)
  return row?.content ?? null
}

/** The newest finished reconciliation that covers a period, or null. */
export async function reconciliationOf(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<{ at: Date; differences: number; isWhole: boolean } | null> {
  const [row] = await db
    .select()
    .from(reconciliations)
    .where(
      sql`${reconciliations.finishedAt} is not null and not ${reconciliations.hasFailed}
        and ${reconciliations.spanFrom} <= ${from} and ${reconciliations.spanTo} >= ${to}`,
    )
    .orderBy(desc(reconciliations.id))
    .limit(1)
  return row
    ? { at: row.startedAt, differences: row.differenceCount ?? 0, isWhole: row.isWhole }
    : null
}
