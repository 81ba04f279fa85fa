import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { undeliveredEmailList } from './emails/undelivered-email-list.store.server.ts'
import { adminFigures } from './figures.server.ts'
import { adminJobs } from './jobs.server.ts'
import { adminLog } from './log.copy.ts'
import { auditLogList } from './log/audit-log-list.store.server.ts'
import { adminParts } from './parts.rules.ts'
import { adminPersonalData } from './personal-data.server.ts'
import { staffMails } from './staff/mails.rules.ts'
import { adminTasks } from './tasks.server.ts'

export const admin: Module = {
  figures: adminFigures,
  parts: adminParts,
  log: adminLog,
  jobs: adminJobs,
  tasks: adminTasks,
  mails: [mailsOf(staffMails, async () => (await import('./staff/mails.tsx')).staffEmails)],
  lists: [undeliveredEmailList, auditLogList],
  streams: { tasks: 'see-today', staff: 'see-admin' },
  personalData: adminPersonalData,
}
