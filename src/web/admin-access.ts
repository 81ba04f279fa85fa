import type { StaffAction } from '#domain/admin/access.ts'

/** Which action the admin's addresses need, by how their pattern begins; the first that fits. */
const actionOfPages: readonly (readonly [start: string, action: StaffAction])[] = [
  ['/joinedadmin', 'edit-subscribers'],
  ['/usersadmin', 'edit-users'],
  ['/admin/overview', 'see-overview'],
  ['/admin/orders', 'handle-orders'],
  ['/admin/wines', 'set-stock'],
  ['/admin/releases', 'manage-releases'],
  ['/admin/requests', 'answer-requests'],
  ['/admin/shipments', 'ship-orders'],
  ['/admin/shipping', 'ship-orders'],
  ['/admin/handovers', 'ship-orders'],
  ['/admin/pickups', 'ship-orders'],
  ['/admin/reconciliation', 'reconcile'],
  ['/admin/emails', 'send-mail-again'],
  ['/admin/log', 'read-log'],
  ['/admin/people', 'manage-people'],
]

/** What somebody has to be allowed to, for the page of a route's pattern or of an address. */
export const actionOfPage = (path: string): StaffAction =>
  actionOfPages.find(([start]) => path.toLowerCase().startsWith(start))?.[1] ?? 'see-admin'
