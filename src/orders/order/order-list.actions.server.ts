import { countFlaggedOrders as count } from '../flags/order-flags.store.server.ts'
import type { OrderWithLines } from './orders.store.server.ts'
import { ordersByNumbers } from './orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** As many as a page of the list has. */
const most = 200

export type PrintedOrders = Outcome<'not-staff', { orders: OrderWithLines[] }>

/** The orders with these numbers, oldest first, to be printed. Only for staff. */
export async function printOrders(
  { db }: Services,
  viewer: Staff,
  numbers: readonly number[],
): Promise<PrintedOrders> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  return { ok: true, orders: await ordersByNumbers(db, numbers.slice(0, most)) }
}

/** How many orders are flagged for review. False to all but staff. */
export async function countFlaggedOrders({ db }: Services, viewer: Staff): Promise<number | false> {
  if (!may(viewer, 'handle-orders')) return false
  return count(db)
}
