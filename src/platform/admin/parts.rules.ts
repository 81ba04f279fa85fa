import { paths } from '../http/paths.rules.ts'

import type { StaffAction } from '../access/access.rules.ts'

export type AdminPart = {
  title: string
  /** Every address that begins with that of this page is of the part. */
  page: string
  /** What a member of staff must be allowed to do to open it. */
  action: StaffAction
  /** How the navigation opens it, unless just by its page. */
  opened?: string
}

/** The parts of the admin, in the order of its navigation. */
export const adminParts = {
  users: { title: 'Users', page: paths.usersList(), action: 'edit-users' },
  joined: { title: 'Joined', page: paths.subscriberList(), action: 'edit-subscribers' },
  today: { title: 'Today', page: paths.today(), action: 'see-today' },
  overview: { title: 'Overview', page: paths.overview(), action: 'see-overview' },
  orders: { title: 'Orders', page: paths.staffOrders(), action: 'handle-orders' },
  requests: {
    title: 'Requests',
    page: paths.staffRequests(),
    action: 'answer-requests',
    opened: paths.staffRequests({ state: 'open' }),
  },
  shipping: { title: 'Shipping', page: paths.shippingOverview(), action: 'ship-orders' },
  releases: { title: 'Releases', page: paths.releases(), action: 'manage-releases' },
  wines: { title: 'Wines', page: paths.wines(), action: 'set-stock' },
  reconciliation: { title: 'Reconciliation', page: paths.reconciliation(), action: 'reconcile' },
  accounting: { title: 'Accounting', page: paths.accounting(), action: 'close-months' },
  campaigns: { title: 'Campaigns', page: paths.campaigns(), action: 'write-emails' },
  emails: { title: 'Emails', page: paths.emails(), action: 'send-mail-again' },
  people: { title: 'People', page: paths.people(), action: 'manage-people' },
  duplicates: { title: 'Duplicates', page: paths.duplicates(), action: 'edit-users' },
  dataRequests: { title: 'Data requests', page: paths.dataRequests(), action: 'edit-users' },
  log: { title: 'Log', page: paths.auditLog(), action: 'read-log' },
  you: { title: 'You', page: paths.you(), action: 'see-own-work' },
} as const satisfies Record<string, AdminPart>

const all: readonly AdminPart[] = Object.values(adminParts)

/** The action that opens the page of a route's pattern or of an address. */
export function actionOfPage(path: string): StaffAction {
  // A route's pattern begins without a slash.
  const address = `/${path.toLowerCase()}`.replace(/^\/+/, '/')
  return all.find(({ page }) => address.startsWith(page))?.action ?? 'see-admin'
}
