import { accountSubject } from '#accounts/log.copy.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { dutiesOf, writeDuties } from '#accounts/users/duties.store.server.ts'
import { userByEmail } from '#accounts/users/users.store.server.ts'
import { areSameDuties, dutiesIn } from '#platform/access/duties.rules.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import { changeRoleOf } from './change-role.actions.server.ts'

/**
 * Makes a user an owner, or ends their staff rights with all duties, and ends their login sessions;
 * the audit log names the operator (`by`). `unconfirmed`: the address was never confirmed, and
 * anyone can register under it. `same` when there was nothing to change.
 */
export async function setRole(
  { db }: Pick<Services, 'db'>,
  { email, role, by }: { email: string; role: 'member' | 'staff'; by: string },
): Promise<'changed' | 'same' | 'unknown' | 'unconfirmed'> {
  return db.transaction(async (tx) => {
    const user = await userByEmail(tx, normalisedEmail(email))
    if (!user) return 'unknown'
    if (role === 'staff' && user.role !== role && !user.emailVerified) return 'unconfirmed'
    const before = user.role === 'staff' ? dutiesIn(await dutiesOf(tx, user.id)) : []
    const after = role === 'staff' ? dutiesIn([...before, 'owner']) : []
    const operator = { id: null, email: by }
    const isNewRole = await changeRoleOf(tx, operator, user, role)
    if (!isNewRole && areSameDuties(before, after)) return 'same'
    await writeDuties(tx, user.id, after)
    await endSessionsOf(tx, user.id)
    await writeAuditEntry(
      tx,
      operator,
      role === 'staff' ? 'staff-granted' : 'staff-revoked',
      accountSubject(user),
      { before: { role: user.role, duties: before }, after: { role, duties: after } },
    )
    return 'changed'
  })
}
