import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Subscriber } from '#campaigns/mailing-list/subscriber.rules.ts'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients as subscribers, users } from '#platform/database/people.tables.ts'

import { isUuid } from '#platform/database/uuid.ts'

import type { PendingDeletion } from '#accounts/users/soft-delete.store.server.ts'
import {
  emailsDue,
  eraseDue,
  pendingDeletions,
  softDelete,
  undoDelete,
} from '#accounts/users/soft-delete.store.server.ts'
import { subscriberById, lockSubscriber } from '#campaigns/mailing-list/subscribers.store.server.ts'

/** Soft-deletes a subscriber. Returns the record, or null when there is none. */
export async function softDeleteSubscriber(
  tx: Transaction,
  id: string,
  deletion: { by: string; eraseAt: Date },
): Promise<Subscriber | null> {
  const subscriber = await lockSubscriber(tx, id)
  if (subscriber) await softDelete(tx, subscribers, id, deletion)
  return subscriber
}

/** Restores a soft-deleted subscriber; `joined-again` when a new record has their email. */
export async function restoreDeletedSubscriber(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<Subscriber | 'too-late' | 'joined-again'> {
  if (!isUuid(id)) return 'too-late'
  const undone = await undoDelete(tx, subscribers, id, now)
  if (undone === 'email-taken') return 'joined-again'
  return undone === 'restored' ? (await subscriberById(tx, id))! : undone
}

/** Subscribers that a staff member deleted and can still restore. */
export const deletedSubscribersOf = (
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<PendingDeletion[]> => pendingDeletions(db, subscribers, staffId, now)

/**
 * Erases subscribers whose undo window is over. Returns their emails. Locks confirmed accounts with these
 * emails first: the lock order is account, list record.
 */
export async function eraseExpiredSubscribers(tx: Transaction, now: Date): Promise<string[]> {
  const due = await emailsDue(tx, subscribers, now)
  if (due.length === 0) return []
  await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, due), eq(users.emailVerified, true)))
    .orderBy(asc(users.id))
    .for('update')
  return eraseDue(tx, subscribers, now)
}
