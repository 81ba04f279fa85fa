import type { Module } from '#platform/module/module.ts'

import { businessMails } from './business/mails.rules.ts'
import { mailPersonalData } from './personal-data.server.ts'

export const mail: Module = { mails: businessMails, personalData: mailPersonalData }
