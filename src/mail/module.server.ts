import type { Module } from '#platform/module/module.ts'

import { businessMails } from './business/mails.rules.ts'
import { mailPersonalData } from './personal-data.server.ts'
import { mailTasks } from './tasks.server.ts'
import { bounceRoute } from './bounces/bounce.api.ts'

export const mail: Module = {
  mails: businessMails,
  tasks: mailTasks,
  personalData: mailPersonalData,
  calls: [{ routes: bounceRoute, isWebhook: true }],
}
