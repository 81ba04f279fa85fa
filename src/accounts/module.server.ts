import type { Module } from '#platform/module/module.ts'

import { accountMails } from './account/mails.rules.ts'
import { mailingListMails } from './consent/mails.rules.ts'
import { signInMails } from './sign-in/mails.rules.ts'
import { accountsLog } from './log.copy.ts'
import { accountsJobs } from './jobs.server.ts'
import { accountsPersonalData } from './personal-data.server.ts'
import { accountsTasks } from './tasks.server.ts'
import { identityReportRoute, identityRoutes } from './sign-in/identity.api.ts'

export const accounts: Module = {
  log: accountsLog,
  jobs: accountsJobs,
  tasks: accountsTasks,
  mails: { ...accountMails, ...mailingListMails, ...signInMails },
  personalData: accountsPersonalData,
  calls: [
    { routes: identityRoutes, prefix: '/identity' },
    { routes: identityReportRoute, prefix: '/identity' },
  ],
}
