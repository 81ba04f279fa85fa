import { noteInAuditLog } from '#data/audit-log.ts'
import { changeRole, userByEmail } from '#data/people.ts'
import { endSessionsOf } from '#data/sessions.ts'
import { normalisedEmail } from '#domain/normalised-email.ts'

import type { Parts } from '#use-cases/parts.ts'

/**
 * Gives somebody the staff role or takes it away. Their sessions end, and it stands in the audit
 * log under the name of whoever ran the command. `same` when there was nothing to change.
 */
export async function setRole(
  { db }: Pick<Parts, 'db'>,
  { email, role, by }: { email: string; role: 'member' | 'staff'; by: string },
): Promise<'changed' | 'same' | 'unknown'> {
  return db.transaction(async (tx) => {
    const user = await userByEmail(tx, normalisedEmail(email))
    if (!user) return 'unknown'
    if (user.role === role || !(await changeRole(tx, user.id, role))) return 'same'
    await endSessionsOf(tx, user.id)
    await noteInAuditLog(tx, {
      actorId: null,
      actorEmail: by,
      action: role === 'staff' ? 'staff-granted' : 'staff-revoked',
      subjectKind: 'user',
      subjectId: user.id,
      subjectLabel: user.email,
      before: { role: user.role },
      after: { role },
    })
    return 'changed'
  })
}
