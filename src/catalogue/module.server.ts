import type { Module } from '#platform/module/module.ts'

import { catalogueLog } from './log.copy.ts'

export const catalogue: Module = { log: catalogueLog }
