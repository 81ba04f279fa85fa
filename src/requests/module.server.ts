import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { grantMails } from './grants/mails.rules.ts'
import { requestsJobs } from './jobs.server.ts'
import { requestsLog } from './log.copy.ts'
import { requestMails } from './mails.rules.ts'
import { requestsParts } from './parts.rules.ts'
import { requestsPersonalData } from './personal-data.server.ts'
import { requestList } from './request-list.store.server.ts'
import { requestsTasks } from './tasks.server.ts'

export const requests: Module = {
  parts: requestsParts,
  log: requestsLog,
  jobs: requestsJobs,
  tasks: requestsTasks,
  mails: [
    mailsOf(grantMails, async () => (await import('./grants/mails.tsx')).grantEmails),
    mailsOf(requestMails, async () => (await import('./mails.tsx')).requestEmails),
  ],
  lists: [requestList],
  personalData: requestsPersonalData,
  limited: {
    pages: {
      'members/interest': ['GET', 'POST'],
      'members/requests': ['GET', 'POST'],
    },
  },
}
