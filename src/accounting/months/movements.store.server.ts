import { sql } from 'drizzle-orm'

import type { ProviderMovement } from '#payments/movements.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { nextMonth } from '#platform/text/accounting-month.rules.ts'

import { lastClosedMonth } from './months.store.server.ts'
import { movementReads, providerMovements } from './tables.ts'

/** Serialises closing months and booking movements, so that none is booked in a month that is being closed. */
export const lockAccounts = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('accounting months'))`)

/**
 * Writes new movements. Each is booked in the month of its date or, when that is closed, in the first open
 * month.
 */
export async function bookMovements(
  tx: Transaction,
  movements: readonly ProviderMovement[],
  monthOf: (at: Date) => AccountingMonth,
): Promise<void> {
  await lockAccounts(tx)
  const closed = await lastClosedMonth(tx)
  const firstOpen = closed ? nextMonth(closed.month) : ''
  const rows = movements.map((movement) => {
    const dated = monthOf(movement.createdAt)
    return {
      id: movement.id,
      kind: movement.kind,
      category: movement.category,
      amountCents: movement.amount,
      feeCents: movement.fee,
      sourceId: movement.sourceId,
      paymentId: movement.paymentId,
      description: movement.description,
      createdAt: movement.createdAt,
      dated,
      month: dated < firstOpen ? firstOpen : dated,
    }
  })
  await tx.insert(providerMovements).values(rows).onConflictDoNothing()
}

/** The newest successful read, or null. */
export async function lastRead(db: Queryable): Promise<{ finishedAt: Date; readTo: Date } | null> {
  const { rows } = await db.execute<{ finishedAt: string; readTo: string }>(sql`
    select finished_at as "finishedAt", read_to as "readTo" from ${movementReads}
    where finished_at is not null and not has_failed order by read_to desc limit 1`)
  const [row] = rows
  return row ? { finishedAt: new Date(row.finishedAt), readTo: new Date(row.readTo) } : null
}

/** The newest read, also when it failed or is in progress. */
export async function newestRead(
  db: Queryable,
): Promise<{ startedAt: Date; finishedAt: Date | null; hasFailed: boolean } | null> {
  const { rows } = await db.execute<{
    startedAt: string
    finishedAt: string | null
    hasFailed: boolean
  }>(sql`
    select started_at as "startedAt", finished_at as "finishedAt", has_failed as "hasFailed"
    from ${movementReads} order by id desc limit 1`)
  const [row] = rows
  return row
    ? {
        startedAt: new Date(row.startedAt),
        finishedAt: row.finishedAt ? new Date(row.finishedAt) : null,
        hasFailed: row.hasFailed,
      }
    : null
}

export async function startRead(
  db: Queryable,
  read: { startedAt: Date; readFrom: Date; readTo: Date },
): Promise<number> {
  const [row] = await db.insert(movementReads).values(read).returning({ id: movementReads.id })
  return row!.id
}

export async function finishRead(
  db: Queryable,
  id: number,
  result: { finishedAt: Date; hasFailed: boolean },
): Promise<void> {
  await db
    .update(movementReads)
    .set(result)
    .where(sql`${movementReads.id} = ${id}`)
}

/** The first and last month with movements; null without any. */
export async function monthsWithMovements(
  db: Queryable,
): Promise<{ first: AccountingMonth; last: AccountingMonth } | null> {
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(sql`
    select min(month) as first, max(month) as last from ${providerMovements}`)
  const { first, last } = rows[0]!
  return first && last ? { first, last } : null
}

/** The provider's balance at the beginning of a month, in cents, from all movements booked before. */
export async function owedBefore(db: Queryable, month: AccountingMonth): Promise<number> {
  const { rows } = await db.execute<{ owed: string }>(sql`
    select coalesce(sum(amount_cents - fee_cents), 0)::text as owed
    from ${providerMovements} where month < ${month}`)
  return Number(rows[0]!.owed)
}
