import { noteInAuditLog } from '#data/audit-log.ts'
import { reviveMail } from '#data/mails.ts'
import { may } from '#domain/access.ts'

import type { Staff } from '#use-cases/desk/record-log.ts'
import { byStaff } from '#use-cases/desk/record-log.ts'
import type { Parts } from '#use-cases/parts.ts'

export type ResentMail = { ok: true } | { ok: false; reason: 'not-staff' | 'not-dead' }

/** Gives a dead letter all its tries again, and notes who asked. Only for staff. */
export async function resendMail(
  { db }: Parts,
  viewer: Staff,
  mailId: string,
): Promise<ResentMail> {
  if (!may(viewer.role, 'send-mail-again')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const mail = await reviveMail(tx, mailId)
    if (!mail) return { ok: false, reason: 'not-dead' }
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'resend-mail',
      subjectKind: 'mail',
      subjectId: mail.id,
      subjectLabel: `${mail.kind} ${mail.recipient}`,
      before: { state: 'dead' },
      after: { state: 'queued' },
    })
    return { ok: true }
  })
}
