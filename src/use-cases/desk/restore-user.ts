import { noteInAuditLog } from '#data/audit-log.ts'
import { putUserBack } from '#data/deleted-users.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'
import { byStaff, whomItIsAbout } from './record-log.ts'

export type RestoredUser =
  | { ok: true }
  | { ok: false; reason: 'not-staff' | 'too-late' | 'registered-again' }

/** Undoes the deletion of a user while that can be done, and notes it. Only for staff. */
export async function restoreUser(
  { db, clock }: Parts,
  viewer: Staff,
  id: string,
): Promise<RestoredUser> {
  if (!may(viewer.role, 'edit-users')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<RestoredUser> => {
    const user = await putUserBack(tx, id, clock())
    if (typeof user === 'string') return { ok: false, reason: user }
    const { firstname, lastname, email } = user.fields
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'user-restored',
      subjectKind: 'user',
      subjectId: id,
      subjectLabel: whomItIsAbout(user),
      before: null,
      after: { firstname, lastname, email },
    })
    return { ok: true }
  })
}
