import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const complianceParts = {
  compliance: {
    title: 'Compliance',
    page: paths.compliance(),
    action: 'manage-compliance',
    group: 'ship',
    place: 9,
  },
} as const satisfies ModuleParts
