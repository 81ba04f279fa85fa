import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'

import type { StaffUser } from '#accounts/users/staff-user.rules.ts'

import { lockCart } from '#checkout/cart/carts.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { mails } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { emailChanges, oneTimeLinks, sessions } from '#accounts/sign-in/tables.ts'

import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { eraseMergedInto } from '../merging/merges.store.server.ts'
import { isLive, softDelete } from '#accounts/users/soft-delete.store.server.ts'
import { lockUserForStaff, staffUserById } from '#accounts/users/staff-users.store.server.ts'

/**
 * Soft-deletes an account that is merged into another. Login sessions, emailed links and a pending change of email are deleted at once,
 * everything else with the erasure. Returns `open-page`, and does nothing, while a checkout is open; opening
 * one takes the same lock.
 */
export async function softDeleteUser(
  tx: Transaction,
  id: string,
  eraseAt: Date,
): Promise<StaffUser | 'gone' | 'open-page'> {
  if (!(await staffUserById(tx, id))) return 'gone'
  await lockCart(tx, id)
  const user = await lockUserForStaff(tx, id)
  if (!user) return 'gone'
  if ((await openCheckoutsOf(tx, id)).length > 0) return 'open-page'
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, id))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await softDelete(tx, id, eraseAt)
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
 * Erases accounts whose merge can no longer be undone, and those that a shop of the release before deleted
 * (`deleted_by`) with the accounts merged into them; and the emails to their address if it was confirmed:
 * otherwise they may be another person's. Orders and checkouts stay without an owner.
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
