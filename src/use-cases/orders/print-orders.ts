import type { OrderWithLines } from '#data/orders/orders.ts'
import { ordersByNumbers } from '#data/orders/orders.ts'
import { may } from '#domain/admin/access.ts'

import type { Outcome, Services, Staff } from '#use-cases/services.ts'

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
