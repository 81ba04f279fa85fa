import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { requeueMail } from '#data/emails/mails.ts'
import { may } from '#domain/admin/access.ts'

import { auditSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type ResentEmail = Outcome<'not-staff' | 'not-failed'>

/** Queues a permanently failed email again, with all its attempts. Only for staff. */
export async function resendEmail(
  { db }: Services,
  viewer: Staff,
  mailId: string,
): Promise<ResentEmail> {
  if (!may(viewer, 'send-mail-again')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const mail = await requeueMail(tx, mailId)
    if (!mail) return { ok: false, reason: 'not-failed' }
    await writeAuditEntry(
      tx,
      viewer,
      'resend-mail',
      auditSubject('mail', mail.id, `${mail.kind} ${mail.recipient}`),
      { before: { state: 'failed' }, after: { state: 'queued' } },
    )
    return { ok: true }
  })
}
