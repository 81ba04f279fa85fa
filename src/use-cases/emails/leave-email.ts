import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { leaveMail } from '#data/emails/mails.ts'
import { may } from '#domain/admin/access.ts'

import { auditSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

/**
 * Leaves a permanently failed email unsent, such as one to a mailbox that does not exist: its task ends,
 * and its rejection still counts against the address. Only for staff.
 */
export async function leaveEmail(
  { db }: Services,
  viewer: Staff,
  mailId: string,
): Promise<Outcome<'not-staff' | 'not-failed'>> {
  if (!may(viewer, 'send-mail-again')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const mail = await leaveMail(tx, mailId)
    if (!mail) return { ok: false, reason: 'not-failed' }
    await writeAuditEntry(
      tx,
      viewer,
      'mail-left',
      auditSubject('mail', mail.id, `${mail.kind} ${mail.recipient}`),
      { before: { state: 'failed' }, after: { state: 'suppressed' } },
    )
    return { ok: true }
  })
}
