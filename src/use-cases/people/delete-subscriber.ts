import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { softDeleteSubscriber } from '#data/people/deleted-subscribers.ts'
import { queueJob } from '#data/queue.ts'
import { mayWithFreshCode } from '#domain/admin/access.ts'
import { undoMillis, undoGraceMillis } from '#domain/admin/undo.ts'

import { subscriberSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type DeletedSubscriberByStaff = Outcome<'not-staff' | 'gone'>

/**
 * Deletes a subscriber of the mailing list: gone from every list at once, noted as they were, and
 * erased by the queue when the ten seconds to undo it are over. Only for staff.
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
