import type { Module } from '#platform/module/module.ts'

import { bounceRoute } from './bounces/bounce.api.ts'
import { businessMails } from './business/mails.rules.ts'
import { mailsOf } from './email-template.ts'
import { mailFigures } from './figures.server.ts'
import { mailPersonalData } from './personal-data.server.ts'
import { mailTasks } from './tasks.server.ts'

export const mail: Module = {
  figures: mailFigures,
  mails: [
    mailsOf(businessMails, async () => (await import('./business/mails.tsx')).businessEmails),
  ],
  tasks: mailTasks,
  personalData: mailPersonalData,
  calls: [{ routes: bounceRoute, isWebhook: true }],
}
