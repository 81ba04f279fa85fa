import { accountSubject } from '#accounts/log.copy.ts'
import { insertRecoveryLink } from '#accounts/sign-in/recover-password.actions.server.ts'
import { userByEmail } from '#accounts/users/users.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

/**
 * A link for staff to choose a new password, for the operator to hand over; the audit log names the operator
 * (`by`). Returns its path in the shop; null when nobody on the staff has the email.
 */
export const makePasswordLink = (
  { db }: Pick<Services, 'db'>,
  { email, by }: { email: string; by: string },
): Promise<string | null> =>
  db.transaction(async (tx) => {
    const user = await userByEmail(tx, normalisedEmail(email))
    if (user?.role !== 'staff') return null
    const path = await insertRecoveryLink(tx, user, 'staff-recovery', new Date())
    await writeAuditEntry(tx, { id: null, email: by }, 'password-link-sent', accountSubject(user))
    return path
  })
