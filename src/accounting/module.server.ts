import type { Module } from '#platform/module/module.ts'

import { accountingJobs } from './jobs.server.ts'
import { accountingLog } from './log.copy.ts'
import { accountingParts } from './parts.rules.ts'
import { differenceList } from './reconciliation/difference-list.store.server.ts'
import { accountingTasks } from './tasks.server.ts'

export const accounting: Module = {
  parts: accountingParts,
  log: accountingLog,
  jobs: accountingJobs,
  tasks: accountingTasks,
  lists: [differenceList],
}
