import { ordersOf } from '#data/orders/orders.ts'
import type { Viewer } from '#data/people/users.ts'
import type { NextThing } from '#domain/shipping/where-it-is.ts'

import type { Services } from '#use-cases/services.ts'
import { nextOfOrders } from '#use-cases/shipping/where-orders-are.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'

export const ordersPerPage = 20

/** With what comes next for the order, once a shipment of it exists. */
export type PastOrder = Receipt & { next: NextThing | null }

export type OrderHistory = { orders: PastOrder[]; page: number; hasMore: boolean }

/** A page of the member's own orders, newest first; pages count from 1. */
export async function orderHistory(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  page: number,
): Promise<OrderHistory> {
  const offset = (page - 1) * ordersPerPage
  const orders = await ordersOf(services.db, viewer.id, { limit: ordersPerPage + 1, offset })
  const shown = orders.slice(0, ordersPerPage)
  const next = await nextOfOrders(services, shown)
  const past = shown.map((order) => ({ ...receiptOf(order), next: next.get(order.id) ?? null }))
  return { orders: past, page, hasMore: orders.length > ordersPerPage }
}
