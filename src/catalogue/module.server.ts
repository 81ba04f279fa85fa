import type { Module } from '#platform/module/module.ts'

import { catalogueLog } from './log.copy.ts'
import { catalogueJobs } from './jobs.server.ts'

export const catalogue: Module = { log: catalogueLog, jobs: catalogueJobs }
