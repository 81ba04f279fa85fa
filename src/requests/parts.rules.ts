import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const requestsParts = {
  requests: {
    title: 'Requests',
    page: paths.staffRequests(),
    action: 'answer-requests',
    group: 'sell',
    place: 2,
    opened: paths.staffRequests({ state: 'open' }),
  },
} as const satisfies ModuleParts
