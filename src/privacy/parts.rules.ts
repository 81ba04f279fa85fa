import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const privacyParts = {
  users: {
    title: 'Users',
    page: paths.usersList(),
    action: 'edit-users',
    group: 'customers',
    place: 1,
    isInBar: true,
  },
  duplicates: {
    title: 'Duplicates',
    page: paths.duplicates(),
    action: 'edit-users',
    group: 'customers',
    place: 3,
  },
  dataRequests: {
    title: 'Data requests',
    page: paths.dataRequests(),
    action: 'edit-users',
    group: 'customers',
    place: 4,
  },
} as const satisfies ModuleParts
