import type { Module } from '#platform/module/module.ts'

import { checkoutJobs } from './jobs.server.ts'

export const checkout: Module = { jobs: checkoutJobs }
