import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'

import type { StaffUser } from '#domain/people/staff-user.ts'

import { lockCart } from '#data/cart/carts.ts'
import type { Queryable, Transaction } from '#data/connection.server.ts'
import { mails } from '#data/schema/operations.ts'
import { users } from '#data/schema/people.ts'
import { emailChanges, oneTimeLinks, sessions } from '#data/schema/sign-in.ts'
import { isUuid } from '#data/uuid.ts'

import { openCheckoutsOf } from '#data/checkout/checkouts.ts'
import { eraseMergedInto } from './merges.ts'
import type { PendingDeletion } from './soft-delete.ts'
import { isLive, pendingDeletions, softDelete, undoDelete } from './soft-delete.ts'
import { lockUserForStaff, staffUserById } from './staff-users.ts'

/**
 * Deletes a user with an undo window: login sessions, emailed links and a
 * pending change of email go at once, everything else
 * when the account is erased, and nothing finds it until then. Nothing happens, and `open-page` is
 * returned, while a checkout can still be paid: checkouts are opened under the same lock.
 */
export async function softDeleteUser(
  tx: Transaction,
  id: string,
  /** By nobody where the account is merged into another. */
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

/** Locks the rows of all staff until the transaction ends; returns their ids. */
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
 * Restores a user; they have to log in again. `registered-again` when a new account has their email.
 */
export async function restoreDeletedUser(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<StaffUser | 'too-late' | 'registered-again'> {
  if (!isUuid(id)) return 'too-late'
  // An account that was merged into another is restored with what moved, or not at all.
  const [deleted] = await tx.select({ by: users.deletedBy }).from(users).where(eq(users.id, id))
  if (!deleted?.by) return 'too-late'
  const undone = await undoDelete(tx, users, id, now)
  if (undone === 'email-taken') return 'registered-again'
  return undone === 'restored' ? (await staffUserById(tx, id))! : undone
}

/** The users that a staff member deleted and may still restore. */
export const deletedUsersOf = (
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<PendingDeletion[]> => pendingDeletions(db, users, staffId, now)

/**
 * Erases users whose undo window is over, and the emails sent to their address if it was confirmed:
 * emails to an unconfirmed address may be someone else's. Orders and checkouts lose their owner.
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
    // A new account with the same address keeps its emails.
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
