import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const adminParts = {
  today: { title: 'Today', page: paths.today(), action: 'see-today', group: 'today', place: 1 },
  overview: {
    title: 'Overview',
    page: paths.overview(),
    action: 'see-overview',
    group: 'today',
    place: 2,
  },
  emails: {
    title: 'Emails',
    page: paths.emails(),
    action: 'send-mail-again',
    group: 'email',
    place: 2,
  },
  people: {
    title: 'Staff',
    page: paths.people(),
    action: 'manage-people',
    group: 'settings',
    place: 1,
  },
  settings: {
    title: 'Shop settings',
    page: paths.shopSettings(),
    action: 'manage-people',
    group: 'settings',
    place: 2,
  },
  log: { title: 'Log', page: paths.auditLog(), action: 'read-log', group: 'settings', place: 9 },
  you: { title: 'You', page: paths.you(), action: 'see-own-work', group: 'own', place: 1 },
} as const satisfies ModuleParts
