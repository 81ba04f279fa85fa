import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { restoreDeletedSubscriber } from '#data/people/deleted-subscribers.ts'
import { may } from '#domain/admin/access.ts'

import { subscriberSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type RestoredSubscriber = Outcome<'not-staff' | 'too-late' | 'joined-again'>

/** Undoes the deletion of a subscriber while that can be done, and notes it. Only for staff. */
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
