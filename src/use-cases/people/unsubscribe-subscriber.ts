import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { leaveList } from '#data/people/mailing-list.ts'
import { lockSubscriber } from '#data/people/subscribers.ts'
import { may } from '#domain/admin/access.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'

export type UnsubscribedSubscriber =
  | { ok: true }
  | { ok: false; reason: 'not-staff' | 'gone' | 'saved-elsewhere' }

/**
 * Takes a subscriber off the mailing list for them, as their own link would, and notes it. Who has
 * left already stays so. Only for staff, and of the version that the page shows.
 */
export async function unsubscribeSubscriber(
  { db, log }: Services,
  viewer: Staff,
  id: string,
  version: number,
): Promise<UnsubscribedSubscriber> {
  if (!may(viewer.role, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<UnsubscribedSubscriber> => {
    const client = await lockSubscriber(tx, id)
    if (!client) return { ok: false, reason: 'gone' }
    if (client.leftAt) return { ok: true }
    if (client.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    await leaveList(tx, id)
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      action: 'client-unsubscribed',
      subjectKind: 'client',
      subjectId: id,
      subjectLabel: `${client.fields.fullname} ${client.fields.email}`,
      before: { subscribed: true },
      after: { subscribed: false },
    })
    log.info({ subscriber: id }, 'taken off the mailing list by staff')
    return { ok: true }
  })
}
