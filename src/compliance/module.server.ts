import type { Module } from '#platform/module/module.ts'

import { complianceLog } from './log.copy.ts'
import { complianceParts } from './parts.rules.ts'

export const compliance: Module = {
  parts: complianceParts,
  log: complianceLog,
}
