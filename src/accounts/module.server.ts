import type { Module } from '#platform/module/module.ts'

import { accountsLog } from './log.copy.ts'

export const accounts: Module = { log: accountsLog }
