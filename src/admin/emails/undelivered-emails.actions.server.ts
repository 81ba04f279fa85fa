import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Mail, OutboxCounts } from '#mail/mails.store.server.ts'
import {
  countUndeliveredMails,
  deleteOldMails,
  leaveMail,
  requeueMail,
} from '#mail/mails.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'

import { auditSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** How many emails failed permanently, are retried and wait; null for all but staff. */
export async function countUndeliveredEmails(
  { db }: Services,
  viewer: Staff,
): Promise<OutboxCounts | null> {
  return may(viewer, 'send-mail-again') ? countUndeliveredMails(db) : null
}

/** Queues a permanently failed email again, with all its attempts. Only for staff. */
export const resendEmail = (services: Services, viewer: Staff, mailId: string) =>
  endFailure(services, viewer, mailId, {
    change: requeueMail,
    action: 'resend-mail',
    state: 'queued',
  })

/**
 * Leaves a permanently failed email unsent, such as one to a mailbox that does not exist: its task ends,
 * and its rejection still counts against the address. Only for staff.
 */
export const leaveEmail = (services: Services, viewer: Staff, mailId: string) =>
  endFailure(services, viewer, mailId, {
    change: leaveMail,
    action: 'mail-left',
    state: 'suppressed',
  })

type FailureEnd = {
  /** The changed email; null when it has not failed. */
  change: (tx: Transaction, mailId: string) => Promise<Mail | null>
  action: AuditAction
  state: Mail['state']
}

async function endFailure(
  { db }: Services,
  viewer: Staff,
  mailId: string,
  { change, action, state }: FailureEnd,
): Promise<Outcome<'not-staff' | 'not-failed'>> {
  if (!may(viewer, 'send-mail-again')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const mail = await change(tx, mailId)
    if (!mail) return { ok: false, reason: 'not-failed' }
    const subject = auditSubject('mail', mail.id, `${mail.kind} ${mail.recipient}`)
    await writeAuditEntry(tx, viewer, action, subject, {
      before: { state: 'failed' },
      after: { state },
    })
    return { ok: true }
  })
}

const ninetyDays = 90 * 24 * 60 * 60_000

/** Deletes emails after 90 days, sent or not, with their recipients. A background job. */
export async function deleteOldEmails({ db, clock, log }: Services): Promise<void> {
  const count = await deleteOldMails(db, new Date(clock().getTime() - ninetyDays))
  if (count > 0) log.info({ count }, 'old emails deleted')
}
