import type { StaffAction } from '#domain/admin/access.ts'
import { paths } from '#domain/paths.ts'

/** How the addresses of each part of the admin begin, and which action opens them. */
const parts: readonly (readonly [start: string, action: StaffAction])[] = [
  [paths.subscriberList(), 'edit-subscribers'],
  [paths.usersList(), 'edit-users'],
  [paths.today(), 'see-today'],
  [paths.you(), 'see-own-work'],
  [paths.overview(), 'see-overview'],
  [paths.staffOrders(), 'handle-orders'],
  [paths.wines(), 'set-stock'],
  [paths.releases(), 'manage-releases'],
  [paths.staffRequests(), 'answer-requests'],
  [paths.shippingOverview(), 'ship-orders'],
  [paths.reconciliation(), 'reconcile'],
  [paths.accounting(), 'close-months'],
  [paths.emails(), 'send-mail-again'],
  [paths.campaigns(), 'write-emails'],
  [paths.auditLog(), 'read-log'],
  [paths.people(), 'manage-people'],
  [paths.dataRequests(), 'edit-users'],
  [paths.duplicates(), 'edit-users'],
]

/** The action that a staff user must be allowed, for the page of a route's pattern or of an address. */
export function actionOfPage(path: string): StaffAction {
  // A route's pattern begins without a slash.
  const address = `/${path.toLowerCase()}`.replace(/^\/+/, '/')
  return parts.find(([start]) => address.startsWith(start))?.[1] ?? 'see-admin'
}
