import { ordersOf } from '#data/orders/orders.ts'
import type { Viewer } from '#data/people/users.ts'

import type { Services } from '#use-cases/services.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'

export const ordersPerPage = 20

export type OrderHistory = { orders: Receipt[]; page: number; hasMore: boolean }

/** A page of the member's own orders, newest first; pages count from 1. */
export async function orderHistory(
  { db }: Services,
  viewer: Pick<Viewer, 'id'>,
  page: number,
): Promise<OrderHistory> {
  const offset = (page - 1) * ordersPerPage
  const orders = await ordersOf(db, viewer.id, { limit: ordersPerPage + 1, offset })
  const shown = orders.slice(0, ordersPerPage).map(receiptOf)
  return { orders: shown, page, hasMore: orders.length > ordersPerPage }
}
