import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { differencesOfUser } from './differences.store.server.ts'
import { orderChangeJobs } from './jobs.server.ts'
import { orderChangeLog } from './log.copy.ts'
import { orderChangeMails } from './mails.rules.ts'
import { changesOfUser } from './order-changes.store.server.ts'
import { orderChangeTasks } from './tasks.server.ts'

export const orderChanges: Module = {
  log: orderChangeLog,
  jobs: orderChangeJobs,
  tasks: orderChangeTasks,
  mails: [mailsOf(orderChangeMails, async () => (await import('./mails.tsx')).orderChangeEmails)],
  // Changes belong to orders and stay with them.
  personalData: {
    tables: {},
    exportUser: { orderChanges: changesOfUser, orderDifferences: differencesOfUser },
  },
  limited: {
    pages: {
      'order/:token/change/address': ['GET', 'POST'],
      'order/:token/change/day': ['GET', 'POST'],
      'order/:token/change/hold': ['GET', 'POST'],
      'order/:token/change/gift': ['GET', 'POST'],
      'order/:token/change/fewer': ['GET', 'POST'],
      'order/:token/change/method': ['GET', 'POST'],
      'order/:token/change/cancel': ['GET', 'POST'],
    },
  },
}
