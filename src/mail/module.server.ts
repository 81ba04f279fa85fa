import type { Module } from '#platform/module/module.ts'

import { businessMails } from './business/mails.rules.ts'

export const mail: Module = { mails: businessMails }
