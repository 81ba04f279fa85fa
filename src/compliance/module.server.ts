import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { complianceFigures } from './figures.server.ts'
import { complianceJobs } from './jobs.server.ts'
import { licenceList } from './licences/licence-list.store.server.ts'
import { licenceMails } from './licences/mails.rules.ts'
import { complianceLog } from './log.copy.ts'
import { complianceParts } from './parts.rules.ts'
import { compliancePersonalData } from './personal-data.server.ts'
import { reportMails } from './reports/mails.rules.ts'
import { complianceTasks } from './tasks.server.ts'

export const compliance: Module = {
  figures: complianceFigures,
  parts: complianceParts,
  log: complianceLog,
  jobs: complianceJobs,
  tasks: complianceTasks,
  mails: [
    mailsOf(licenceMails, async () => (await import('./licences/mails.tsx')).licenceEmails),
    mailsOf(reportMails, async () => (await import('./reports/mails.tsx')).reportEmails),
  ],
  lists: [licenceList],
  personalData: compliancePersonalData,
}
