import { and, eq, ne } from 'drizzle-orm'

import { lockCart } from './carts.ts'
import type { Checkout } from './checkouts.ts'
import type { Queryable, Transaction } from './connection.server.ts'
import { mails } from './schema/desk.ts'
import { users } from './schema/people.ts'
import { checkouts } from './schema/trade.ts'

/** What somebody could still pay. */
export const openCheckoutsOf = (db: Queryable, userId: string): Promise<Checkout[]> =>
  db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')))

/**
 * Deletes an account with all that hangs on it: ways to sign in, sessions, links, cart, and letters
 * that are out. Orders and checkouts stay and lose their owner. False, and nothing is deleted, while
 * something could still be paid: checkouts are opened under the same lock.
 */
export async function deletePerson(tx: Transaction, id: string, email: string): Promise<boolean> {
  await lockCart(tx, id)
  if ((await openCheckoutsOf(tx, id)).length > 0) return false
  await tx.delete(users).where(eq(users.id, id))
  await tx.delete(mails).where(and(eq(mails.recipient, email), ne(mails.state, 'queued')))
  return true
}
