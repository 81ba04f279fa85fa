import type { Module } from '#platform/module/module.ts'

import { checkoutJobs } from './jobs.server.ts'
import { checkoutPersonalData } from './personal-data.server.ts'

export const checkout: Module = { jobs: checkoutJobs, personalData: checkoutPersonalData }
