import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const adminParts = {
  today: { title: 'Today', page: paths.today(), action: 'see-today', place: 30 },
  overview: { title: 'Overview', page: paths.overview(), action: 'see-overview', place: 40 },
  emails: { title: 'Emails', page: paths.emails(), action: 'send-mail-again', place: 130 },
  people: { title: 'People', page: paths.people(), action: 'manage-people', place: 140 },
  log: { title: 'Log', page: paths.auditLog(), action: 'read-log', place: 170 },
  you: { title: 'You', page: paths.you(), action: 'see-own-work', place: 180 },
} as const satisfies ModuleParts
