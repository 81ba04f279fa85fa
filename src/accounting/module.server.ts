import type { Module } from '#platform/module/module.ts'

import { differenceList } from './reconciliation/difference-list.store.server.ts'
import { accountingLog } from './log.copy.ts'

export const accounting: Module = {
  log: accountingLog,
  lists: [differenceList],
}
