import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { OutboxCounts } from '#data/emails/mails.ts'
import { countUndeliveredMails, deleteOldMails, requeueMail } from '#data/emails/mails.ts'
import { may } from '#domain/admin/access.ts'

import { auditSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

/** How many emails failed permanently, are retried and wait; null for all but staff. */
export async function countUndeliveredEmails(
  { db }: Services,
  viewer: Staff,
): Promise<OutboxCounts | null> {
  return may(viewer, 'send-mail-again') ? countUndeliveredMails(db) : null
}

/** Queues a permanently failed email again, with all its attempts. Only for staff. */
export async function resendEmail(
  { db }: Services,
  viewer: Staff,
  mailId: string,
): Promise<Outcome<'not-staff' | 'not-failed'>> {
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

const ninetyDays = 90 * 24 * 60 * 60_000

/** Deletes emails after 90 days, sent or not, with their recipients. A background job. */
export async function deleteOldEmails({ db, clock, log }: Services): Promise<void> {
  const count = await deleteOldMails(db, new Date(clock().getTime() - ninetyDays))
  if (count > 0) log.info({ count }, 'old emails deleted')
}
