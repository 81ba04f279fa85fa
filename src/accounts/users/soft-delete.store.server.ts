import type { SQL } from 'drizzle-orm'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { identities } from '../sign-in/tables.ts'

/**
 * Soft delete of an account that was merged into another, as long as that can be undone: sets `erase_at`;
 * queries exclude such rows (`isLive`), and a background job erases them at that time. Unique values get a
 * prefix, so that they are free for new rows and match no lookup.
 */
const prefix = 'deleted:'

/** Excludes soft-deleted rows. */
export const isLive = (table: typeof users): SQL => isNull(table.eraseAt)

type Unique = typeof users.email | typeof identities.accountId

const marked = (column: Unique) => sql`${prefix}::text || ${column}`
const unmarked = (column: Unique) => sql<string>`substr(${column}, ${prefix.length + 1}::int)`

export async function softDelete(db: Queryable, id: string, eraseAt: Date): Promise<void> {
  await db
    .update(users)
    .set({ eraseAt, email: marked(users.email) })
    .where(and(eq(users.id, id), isLive(users)))
  await db
    .update(identities)
    .set({ accountId: marked(identities.accountId) })
    .where(eq(identities.userId, id))
}

export type Undone = 'restored' | 'too-late' | 'email-taken'

/** Restores an account within its undo window, unless another row has its email by now. */
export async function undoDelete(db: Queryable, id: string, now: Date): Promise<Undone> {
  const [waiting] = await db
    .select({ email: unmarked(users.email) })
    .from(users)
    .where(and(eq(users.id, id), gt(users.eraseAt, now)))
    .for('update')
  if (!waiting) return 'too-late'
  const restored = await db
    .update(users)
    .set({ eraseAt: null, email: waiting.email })
    .where(
      and(
        eq(users.id, id),
        sql`not exists (select from ${users} as other where other.email = ${waiting.email})`,
        sql`not exists (select from user_emails as second where second.email = ${waiting.email})`,
      ),
    )
  if (restored.rowCount === 0) return 'email-taken'
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
  return 'restored'
}
