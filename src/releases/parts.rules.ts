import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const releasesParts = {
  releases: {
    title: 'Releases',
    page: paths.releases(),
    action: 'manage-releases',
    group: 'sell',
    place: 3,
  },
} as const satisfies ModuleParts
