import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { campaignList } from './campaign/campaign-list.store.server.ts'
import { campaignMails } from './campaign/mails.rules.ts'
import { campaignFigures } from './figures.server.ts'
import { campaignsJobs } from './jobs.server.ts'
import { campaignsLog } from './log.copy.ts'
import { subscriberList } from './mailing-list/subscriber-list.store.server.ts'
import { campaignsParts } from './parts.rules.ts'
import { campaignsPersonalData } from './personal-data.server.ts'
import { campaignsTasks } from './tasks.server.ts'

export const campaigns: Module = {
  figures: campaignFigures,
  parts: campaignsParts,
  log: campaignsLog,
  jobs: campaignsJobs,
  tasks: campaignsTasks,
  mails: [
    mailsOf(campaignMails, async () => (await import('./campaign/mails.tsx')).campaignEmails),
  ],
  lists: [campaignList, subscriberList],
  personalData: campaignsPersonalData,
  limited: {
    pages: {
      join: ['GET'],
      'ex-join': ['GET', 'POST'],
      'ex-joinedmaillist': ['GET'],
      'rejoin/:token': ['GET', 'POST'],
      acquire: ['GET'],
      'unsubscribe/:token': ['GET', 'POST'],
      enter: ['GET', 'POST'],
      'enter/:token': ['GET'],
    },
  },
}
