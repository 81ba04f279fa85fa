import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { deleteAccountRoute } from './deletion/delete-account.api.ts'
import { deletionMails } from './deletion/mails.rules.ts'
import { privacyJobs } from './jobs.server.ts'
import { privacyLog } from './log.copy.ts'
import { duplicateList } from './merging/duplicate-list.store.server.ts'
import { mergingMails } from './merging/mails.rules.ts'
import { privacyParts } from './parts.rules.ts'
import { userList } from './people/user-list.store.server.ts'
import { privacyPersonalData } from './personal-data.server.ts'
import { personalDataMails } from './personal-data/mails.rules.ts'
import { privacyTasks } from './tasks.server.ts'

export const privacy: Module = {
  parts: privacyParts,
  log: privacyLog,
  jobs: privacyJobs,
  calls: [{ routes: deleteAccountRoute, prefix: '/identity' }],
  tasks: privacyTasks,
  mails: [
    mailsOf(
      personalDataMails,
      async () => (await import('./personal-data/mails.tsx')).personalDataEmails,
    ),
    mailsOf(deletionMails, async () => (await import('./deletion/mails.tsx')).deletionEmails),
    mailsOf(mergingMails, async () => (await import('./merging/mails.tsx')).mergingEmails),
  ],
  lists: [duplicateList, userList],
  personalData: privacyPersonalData,
  limited: {
    pages: {
      'your-data': ['GET', 'POST'],
      'your-data/file': ['GET'],
      'your-data/:token': ['GET', 'POST'],
    },
  },
}
