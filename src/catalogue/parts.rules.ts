import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const catalogueParts = {
  wines: { title: 'Wines', page: paths.wines(), action: 'set-stock', group: 'sell', place: 4 },
} as const satisfies ModuleParts
