import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { restoreDeletedUser } from '#data/people/deleted-users.ts'
import { may } from '#domain/admin/access.ts'

import { userSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type RestoredUser = Outcome<'not-staff' | 'too-late' | 'registered-again'>

/** Undoes the deletion of a user while that can be done, and notes it. Only for staff. */
export async function restoreUser(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<RestoredUser> {
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<RestoredUser> => {
    const user = await restoreDeletedUser(tx, id, clock())
    if (typeof user === 'string') return { ok: false, reason: user }
    const { firstname, lastname, email } = user.fields
    await writeAuditEntry(tx, viewer, 'user-restored', userSubject(id, user), {
      after: { firstname, lastname, email },
    })
    return { ok: true }
  })
}
