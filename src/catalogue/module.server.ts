import type { Module } from '#platform/module/module.ts'

import { catalogueFigures } from './figures.server.ts'
import { catalogueJobs } from './jobs.server.ts'
import { catalogueLog } from './log.copy.ts'
import { catalogueParts } from './parts.rules.ts'
import { catalogueTasks } from './tasks.server.ts'
import { wineFinder } from './wines/find-wines.store.server.ts'

export const catalogue: Module = {
  figures: catalogueFigures,
  parts: catalogueParts,
  log: catalogueLog,
  jobs: catalogueJobs,
  tasks: catalogueTasks,
  finders: [wineFinder],
}
