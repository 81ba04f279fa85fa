import { and, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'

import { mails } from '#mail/tables.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { eraseMergedInto } from '../merging/merges.store.server.ts'

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
