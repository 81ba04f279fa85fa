import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  deletedSubscribersOf,
  eraseExpiredSubscribers,
  restoreDeletedSubscriber,
  softDeleteSubscriber,
} from './deleted-subscribers.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import { undoGraceMillis, undoMillis } from '#platform/undo/undo.rules.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'

import { subscriberSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { forgetAddress, recordNoOfErased } from '#accounts/consent/consent.actions.server.ts'

/**
 * Soft-deletes a mailing-list subscriber; a background job erases them when the undo window of ten
 * seconds is over. Only for staff.
 */
export async function deleteSubscriber(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone'>> {
  if (!mayWithFreshCode(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const eraseAt = new Date(clock().getTime() + undoMillis + undoGraceMillis)
  return db.transaction(async (tx) => {
    const subscriber = await softDeleteSubscriber(tx, id, { by: viewer.id, eraseAt })
    if (!subscriber) return { ok: false, reason: 'gone' }
    await writeAuditEntry(
      tx,
      viewer,
      'subscriber-deleted',
      subscriberSubject(id, subscriber.fields),
      { before: subscriber.fields },
    )
    await queueJob(tx, 'erase-deleted-subscribers', {}, undefined, eraseAt)
    return { ok: true }
  })
}

/** A record just deleted, and the milliseconds for which that can still be undone. */
export type UndoableDeletion = { id: string; label: string; millisLeft: number }

/** Deletions whose undo window is open. */
export const stillUndoable = (
  deleted: readonly { id: string; label: string; eraseAt: Date }[],
  now: Date,
): UndoableDeletion[] =>
  deleted
    .map(({ id, label, eraseAt }) => ({
      ...{ id, label },
      millisLeft: eraseAt.getTime() - undoGraceMillis - now.getTime(),
    }))
    .filter(({ millisLeft }) => millisLeft > 0)

/** Subscribers that the viewer deleted within the undo window, oldest first. Only for staff. */
export async function undoableSubscriberDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer, 'edit-subscribers')) return []
  const now = clock()
  return stillUndoable(await deletedSubscribersOf(db, viewer.id, now), now)
}

/**
 * Erases subscribers whose undo window is over. Accounts with their addresses stay and get no more
 * emails of the list. A background job.
 */
export async function eraseDeletedSubscribers(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const emails = await eraseExpiredSubscribers(tx, clock())
    for (const email of emails) {
      const act = { source: 'staff', wording: consentWordings.recordDeleted } as const
      await recordNoOfErased(services, tx, email, act)
      await forgetAddress(services, tx, { email, isConfirmed: true }, 'staff')
    }
    return emails.length
  })
  if (erased > 0) log.info({ erased }, 'deleted subscribers erased')
}

/** Undoes the deletion of a subscriber within the undo window. Only for staff. */
export async function restoreSubscriber(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'too-late' | 'joined-again'>> {
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const subscriber = await restoreDeletedSubscriber(tx, id, clock())
    if (typeof subscriber === 'string') return { ok: false, reason: subscriber }
    await writeAuditEntry(
      tx,
      viewer,
      'subscriber-restored',
      subscriberSubject(id, subscriber.fields),
      { after: subscriber.fields },
    )
    return { ok: true }
  })
}
