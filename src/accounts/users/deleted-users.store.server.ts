import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'

import type { StaffUser } from './staff-user.rules.ts'

import { lockCart } from '#checkout/cart/carts.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { mails } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { emailChanges, oneTimeLinks, sessions } from '../sign-in/tables.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { eraseMergedInto } from '../merging/merges.store.server.ts'
import type { PendingDeletion } from './soft-delete.store.server.ts'
import { isLive, pendingDeletions, softDelete, undoDelete } from './soft-delete.store.server.ts'
import { lockUserForStaff, staffUserById } from './staff-users.store.server.ts'

/**
 * Soft-deletes a user. Login sessions, emailed links and a pending change of email are deleted at once,
 * everything else with the erasure. Returns `open-page`, and does nothing, while a checkout is open; opening
 * one takes the same lock.
 */
export async function softDeleteUser(
  tx: Transaction,
  id: string,
  /** `by` is null when the account is merged into another. */
  deletion: { by: string | null; eraseAt: Date },
): Promise<StaffUser | 'gone' | 'open-page'> {
  if (!(await staffUserById(tx, id))) return 'gone'
  await lockCart(tx, id)
  const user = await lockUserForStaff(tx, id)
  if (!user) return 'gone'
  if ((await openCheckoutsOf(tx, id)).length > 0) return 'open-page'
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, id))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await softDelete(tx, users, id, deletion)
  return user
}

/** Locks the rows of all staff. Returns their ids. */
export async function lockStaff(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'staff'), isLive(users)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map((row) => row.id)
}

/**
 * Restores a soft-deleted user, who has to log in again. `registered-again` when a new account has their
 * email.
 */
export async function restoreDeletedUser(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<StaffUser | 'too-late' | 'registered-again'> {
  if (!isUuid(id)) return 'too-late'
  // A merged account is restored by undoing the merge.
  const [deleted] = await tx.select({ by: users.deletedBy }).from(users).where(eq(users.id, id))
  if (!deleted?.by) return 'too-late'
  const undone = await undoDelete(tx, users, id, now)
  if (undone === 'email-taken') return 'registered-again'
  return undone === 'restored' ? (await staffUserById(tx, id))! : undone
}

/** Users that a staff member deleted and can still restore. */
export const deletedUsersOf = (
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<PendingDeletion[]> => pendingDeletions(db, users, staffId, now)

/**
 * Erases users whose undo window is over, and the emails to their address if it was confirmed: otherwise
 * they may be another person's. Orders and checkouts stay without an owner.
 */
export async function eraseDeletedUsers(
  tx: Transaction,
  now: Date,
): Promise<{ email: string; isConfirmed: boolean }[]> {
  const due = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.eraseAt, now), isNotNull(users.deletedBy)))
  const secondAddresses = await eraseMergedInto(
    tx,
    due.map(({ id }) => id),
  )
  const erased = await tx
    .delete(users)
    .where(lte(users.eraseAt, now))
    .returning({
      email: sql<string>`regexp_replace(${users.email}, '^deleted:', '')`,
      emailVerified: users.emailVerified,
    })
  const emails = erased.filter((row) => row.emailVerified).map((row) => row.email)
  if (emails.length > 0) {
    // Emails of a new account with the same address stay.
    await tx
      .delete(mails)
      .where(
        and(
          inArray(mails.recipient, emails),
          ne(mails.state, 'queued'),
          sql`not exists (select from ${users} where ${users.email} = ${mails.recipient})`,
          sql`not exists (select from user_emails as e where e.email = ${mails.recipient})`,
        ),
      )
  }
  return [
    ...erased.map(({ email, emailVerified }) => ({ email, isConfirmed: emailVerified })),
    ...secondAddresses.map((email) => ({ email, isConfirmed: true })),
  ]
}
