import { writeAuditEntry } from '#data/admin/audit-log.ts'
import {
  deletedSubscribersOf,
  eraseExpiredSubscribers,
  restoreDeletedSubscriber,
  softDeleteSubscriber,
} from '#data/people/deleted-subscribers.ts'
import { queueJob } from '#data/queue.ts'
import { may, mayWithFreshCode } from '#domain/admin/access.ts'
import { undoGraceMillis, undoMillis } from '#domain/admin/undo.ts'
import { consentWordings } from '#domain/copy/consent.ts'

import { subscriberSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'
import { forgetAddress, recordNoOfErased } from './consent.ts'

type DeletedSubscriberByStaff = Outcome<'not-staff' | 'gone'>

/**
 * Soft-deletes a mailing-list subscriber; a background job erases them when the undo window of ten
 * seconds is over. Only for staff.
 */
export async function deleteSubscriber(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<DeletedSubscriberByStaff> {
  if (!mayWithFreshCode(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const eraseAt = new Date(clock().getTime() + undoMillis + undoGraceMillis)
  return db.transaction(async (tx): Promise<DeletedSubscriberByStaff> => {
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

/** Subscribers that the viewer deleted within the undo window, oldest first. Only for staff. */
export async function undoableSubscriberDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer, 'edit-subscribers')) return []
  const now = clock()
  const deleted = await deletedSubscribersOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoGraceMillis - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
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
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await recordNoOfErased(services, tx, email, act)
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await forgetAddress(services, tx, { email, isConfirmed: true }, 'staff')
    }
    return emails.length
  })
  if (erased > 0) log.info({ erased }, 'deleted subscribers erased')
}

type RestoredSubscriber = Outcome<'not-staff' | 'too-late' | 'joined-again'>

/** Undoes the deletion of a subscriber within the undo window. Only for staff. */
export async function restoreSubscriber(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<RestoredSubscriber> {
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<RestoredSubscriber> => {
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
