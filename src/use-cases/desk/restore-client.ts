import { noteInAuditLog } from '#data/audit-log.ts'
import { putClientBack } from '#data/deleted-clients.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'
import { byStaff } from './record-log.ts'

export type RestoredClient =
  | { ok: true }
  | { ok: false; reason: 'not-staff' | 'too-late' | 'joined-again' }

/** Undoes the deletion of a client while that can be done, and notes it. Only for staff. */
export async function restoreClient(
  { db, clock }: Parts,
  viewer: Staff,
  id: string,
): Promise<RestoredClient> {
  if (!may(viewer.role, 'edit-clients')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<RestoredClient> => {
    const client = await putClientBack(tx, id, clock())
    if (typeof client === 'string') return { ok: false, reason: client }
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'client-restored',
      subjectKind: 'client',
      subjectId: id,
      subjectLabel: `${client.fields.fullname} ${client.fields.email}`,
      before: null,
      after: client.fields,
    })
    return { ok: true }
  })
}
