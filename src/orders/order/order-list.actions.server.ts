import { wineRows } from '#catalogue/wines/products.store.server.ts'
import { countFlaggedOrders as count } from '../flags/order-flags.store.server.ts'
import type { OrderWithLines } from './orders.store.server.ts'
import { ordersByNumbers } from './orders.store.server.ts'
import { newestReleases } from '#releases/release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type Named = { id: string; name: string }

/**
 * The wines and the newest releases by which the list of orders can be filtered. Only for staff.
 */
export async function orderWines(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { wines: Named[]; releases: Named[] }>> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const [wines, releases] = await Promise.all([wineRows(db), newestReleases(db)])
  return {
    ok: true,
    releases,
    wines: wines.map(({ id, title, subtitle }) => ({ id, name: `${title} ${subtitle}`.trim() })),
  }
}

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
