import type { StaffAction } from '#domain/admin/access.ts'
import { adminParts } from '#domain/paths.ts'

/** Which action each part of the admin needs. */
const actionOfPart = {
  subscribers: 'edit-subscribers',
  users: 'edit-users',
  today: 'see-today',
  overview: 'see-overview',
  orders: 'handle-orders',
  wines: 'set-stock',
  releases: 'manage-releases',
  requests: 'answer-requests',
  shipping: 'ship-orders',
  reconciliation: 'reconcile',
  emails: 'send-mail-again',
  campaigns: 'write-emails',
  log: 'read-log',
  people: 'manage-people',
  dataRequests: 'edit-users',
} as const satisfies Record<keyof typeof adminParts, StaffAction>

const parts = Object.entries(adminParts) as [keyof typeof adminParts, string][]

/** The action that a staff user must be allowed, for the page of a route's pattern or of an address. */
export function actionOfPage(path: string): StaffAction {
  // A route's pattern begins without a slash.
  const address = `/${path.toLowerCase()}`.replace(/^\/+/, '/')
  const part = parts.find(([, start]) => address.startsWith(start))
  return part ? actionOfPart[part[0]] : 'see-admin'
}
