import type { Module } from '#platform/module/module.ts'

import { complianceLog } from './log.copy.ts'
import { complianceParts } from './parts.rules.ts'
import { compliancePersonalData } from './personal-data.server.ts'

export const compliance: Module = {
  parts: complianceParts,
  log: complianceLog,
  personalData: compliancePersonalData,
}
