import type { Module } from '#platform/module/module.ts'

import { differenceList } from './reconciliation/difference-list.store.server.ts'
import { accountingLog } from './log.copy.ts'
import { accountingJobs } from './jobs.server.ts'
import { accountingTasks } from './tasks.server.ts'
import { accountingParts } from './parts.rules.ts'

export const accounting: Module = {
  parts: accountingParts,
  log: accountingLog,
  jobs: accountingJobs,
  tasks: accountingTasks,
  lists: [differenceList],
}
