import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const privacyParts = {
  users: {
    title: 'Users',
    page: paths.usersList(),
    action: 'edit-users',
    place: 10,
    isInBar: true,
  },
  duplicates: { title: 'Duplicates', page: paths.duplicates(), action: 'edit-users', place: 150 },
  dataRequests: {
    title: 'Data requests',
    page: paths.dataRequests(),
    action: 'edit-users',
    place: 160,
  },
} as const satisfies ModuleParts
