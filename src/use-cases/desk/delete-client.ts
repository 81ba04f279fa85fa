import { noteInAuditLog } from '#data/audit-log.ts'
import { setClientAside } from '#data/deleted-clients.ts'
import { queueJob } from '#data/queue.ts'
import { may } from '#domain/access.ts'
import { undoFor, undoOnItsWay } from '#domain/undo.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'
import { byStaff } from './record-log.ts'

export type DeletedByStaff = { ok: true } | { ok: false; reason: 'not-staff' | 'gone' }

/**
 * Deletes a client of the mailing list: gone from every list at once, noted as they were, and
 * erased by the queue when the ten seconds to undo it are over. Only for staff.
 */
export async function deleteClient(
  { db, clock }: Parts,
  viewer: Staff,
  id: string,
): Promise<DeletedByStaff> {
  if (!may(viewer.role, 'edit-clients')) return { ok: false, reason: 'not-staff' }
  const eraseAt = new Date(clock().getTime() + undoFor + undoOnItsWay)
  return db.transaction(async (tx): Promise<DeletedByStaff> => {
    const client = await setClientAside(tx, id, { by: viewer.id, eraseAt })
    if (!client) return { ok: false, reason: 'gone' }
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'client-deleted',
      subjectKind: 'client',
      subjectId: id,
      subjectLabel: `${client.fields.fullname} ${client.fields.email}`,
      before: client.fields,
      after: null,
    })
    await queueJob(tx, 'erase-deleted-clients', {}, undefined, eraseAt)
    return { ok: true }
  })
}
