import type { Action } from '#platform/access/access.rules.ts'

import { campaignList } from '#campaigns/campaign/campaign-list.store.server.ts'
import { undeliveredEmailList } from '#admin/emails/undelivered-email-list.store.server.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { allocationList } from '#releases/allocations/allocation-list.store.server.ts'
import { releaseList } from '#releases/release/release-list.store.server.ts'
import { duplicateList } from '#privacy/merging/duplicate-list.store.server.ts'
import { subscriberList } from '#campaigns/mailing-list/subscriber-list.store.server.ts'
import { requestList } from '#requests/request-list.store.server.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { differenceList } from '#accounting/reconciliation/difference-list.store.server.ts'
import { claimList } from '#shipping/claims/claim-list.store.server.ts'
import { handoverList } from '#shipping/handover/handover-list.store.server.ts'
import { pickupList } from '#shipping/pickup/pickup-list.store.server.ts'
import { shipmentList } from '#shipping/shipments/shipment-list.store.server.ts'

import type { AdminList } from '#platform/list/admin-list.store.server.ts'
import { auditLogList } from '#admin/log/audit-log-list.store.server.ts'

/** Every admin list by its name. */
export const adminLists = {
  joined: subscriberList,
  users: userList,
  orders: orderList,
  requests: requestList,
  campaigns: campaignList,
  releases: releaseList,
  allocations: allocationList,
  log: auditLogList,
  shipments: shipmentList,
  handovers: handoverList,
  claims: claimList,
  pickups: pickupList,
  emails: undeliveredEmailList,
  differences: differenceList,
  duplicates: duplicateList,
} as const satisfies Record<string, AdminList>

export type ListName = keyof typeof adminLists

/** Names of event streams: the lists, the tasks of the day, and the duties of staff. */
export type LiveName = ListName | 'tasks' | 'staff'

/** The action that each stream needs. */
export const liveActions = {
  ...(Object.fromEntries(
    Object.entries(adminLists).map(([name, { action }]) => [name, action]),
  ) as Record<ListName, Action>),
  tasks: 'see-today',
  staff: 'see-admin',
} as const satisfies Record<LiveName, Action>

/** A row of this list. */
export type ListRow<Name extends ListName> =
  (typeof adminLists)[Name] extends AdminList<infer Row> ? Row : never
