import type { Subscriber } from '#domain/people/subscriber.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { mailingListClients as subscribers } from '#data/schema/people.ts'

import { isUuid } from '#data/uuid.ts'

import type { PendingDeletion } from './soft-delete.ts'
import { eraseDue, pendingDeletions, softDelete, undoDelete } from './soft-delete.ts'
import { subscriberById, lockSubscriber } from './subscribers.ts'

/** Deletes a subscriber with an undo window. Returns the record, or null when there is none. */
export async function softDeleteSubscriber(
  tx: Transaction,
  id: string,
  deletion: { by: string; eraseAt: Date },
): Promise<Subscriber | null> {
  const subscriber = await lockSubscriber(tx, id)
  if (subscriber) await softDelete(tx, subscribers, id, deletion)
  return subscriber
}

/** Restores a subscriber; `joined-again` when a new record has their email. */
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

/** The subscribers that a staff member deleted and may still restore. */
export const deletedSubscribersOf = (
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<PendingDeletion[]> => pendingDeletions(db, subscribers, staffId, now)

/** Erases subscribers whose undo window is over; returns their emails. */
export const eraseExpiredSubscribers = (tx: Transaction, now: Date): Promise<string[]> =>
  eraseDue(tx, subscribers, now)
