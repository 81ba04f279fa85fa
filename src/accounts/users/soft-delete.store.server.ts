import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { identities } from '../sign-in/tables.ts'

/**
 * Soft delete with an undo window: sets `erase_at`; queries exclude such rows (`isLive`), and a background
 * job erases them at that time. Unique values get a prefix, so that they are free for new rows and match no
 * lookup.
 */
type SoftDeletable = typeof users | typeof mailingListClients

const prefix = 'deleted:'

/** Excludes soft-deleted rows. */
export const isLive = (table: SoftDeletable): SQL => isNull(table.eraseAt)

const marked = (column: SQL | typeof users.email | typeof identities.accountId) =>
  sql`${prefix}::text || ${column}`
const unmarked = (column: typeof users.email | typeof identities.accountId | SQL) =>
  sql<string>`substr(${column}, ${prefix.length + 1}::int)`

/** Soft-deletes a row. */
export async function softDelete(
  db: Queryable,
  table: SoftDeletable,
  id: string,
  { by, eraseAt }: { by: string | null; eraseAt: Date },
): Promise<void> {
  await db
    .update(table)
    .set({ deletedBy: by, eraseAt, email: marked(sql`email`) })
    .where(and(eq(table.id, id), isLive(table)))
  if (table === users) {
    await db
      .update(identities)
      .set({ accountId: marked(identities.accountId) })
      .where(eq(identities.userId, id))
  }
}

export type Undone = 'restored' | 'too-late' | 'email-taken'

/** Restores a row within its undo window, unless another row has its email by now. */
export async function undoDelete(
  db: Queryable,
  table: SoftDeletable,
  id: string,
  now: Date,
): Promise<Undone> {
  const [waiting] = await db
    .select({ email: unmarked(sql`email`) })
    .from(table)
    .where(and(eq(table.id, id), gt(table.eraseAt, now)))
    .for('update')
  if (!waiting) return 'too-late'
  const restored = await db
    .update(table)
    .set({ deletedBy: null, eraseAt: null, email: waiting.email })
    .where(
      and(
        eq(table.id, id),
        sql`not exists (select from ${table} as other where other.email = ${waiting.email})`,
        table === users
          ? sql`not exists (select from user_emails as second where second.email = ${waiting.email})`
          : undefined,
      ),
    )
  if (restored.rowCount === 0) return 'email-taken'
  if (table === users) {
    await db
      .update(identities)
      .set({ accountId: unmarked(identities.accountId) })
      .where(
        and(
          eq(identities.userId, id),
          sql`not exists (select from ${identities} as other
            where other.provider_id = ${identities.providerId}
              and other.account_id = ${unmarked(identities.accountId)})`,
        ),
      )
  }
  return 'restored'
}

export type PendingDeletion = { id: string; label: string; eraseAt: Date }

/** Rows that a staff member deleted and can still restore, oldest first; `label` is the name or email. */
export async function pendingDeletions(
  db: Queryable,
  table: SoftDeletable,
  staffId: string,
  now: Date,
): Promise<PendingDeletion[]> {
  const name = table === users ? sql`trim(first_name || ' ' || last_name)` : sql`full_name`
  const rows = await db
    .select({
      id: table.id,
      label: sql<string>`coalesce(nullif(${name}, ''), ${unmarked(sql`email`)})`,
      eraseAt: table.eraseAt,
    })
    .from(table)
    .where(and(eq(table.deletedBy, staffId), gt(table.eraseAt, now)))
    .orderBy(asc(table.eraseAt))
  return rows.map((row) => ({ ...row, eraseAt: row.eraseAt! }))
}

/** Emails of rows whose undo window is over. */
export async function emailsDue(db: Queryable, table: typeof mailingListClients, now: Date) {
  const due = await db
    .select({ email: unmarked(sql`email`) })
    .from(table)
    .where(lte(table.eraseAt, now))
  return due.map(({ email }) => email)
}

/** Erases rows whose undo window is over; returns their emails. */
export async function eraseDue(db: Queryable, table: typeof mailingListClients, now: Date) {
  const erased = await db
    .delete(table)
    .where(lte(table.eraseAt, now))
    .returning({ email: unmarked(sql`email`) })
  return erased.map(({ email }) => email)
}
