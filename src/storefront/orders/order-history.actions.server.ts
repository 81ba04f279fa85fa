import type { Receipt } from '#orders/order/receipt.actions.server.ts'
import { receiptOf } from '#orders/order/receipt.actions.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'
import type { NextStep } from '#shipping/whereabouts/where-it-is.rules.ts'
import { nextOfOrder } from '#shipping/whereabouts/where-orders-are.actions.server.ts'

import { orderHistoryOf } from './order-history.store.server.ts'

export const ordersPerPage = 20

/** An order with its next step, once it has a shipment, and whether money is on its way back. */
export type PastOrder = Receipt & { isRefunding: boolean; next: NextStep | null }

export type OrderHistory = { orders: PastOrder[]; page: number; hasMore: boolean }

/**
 * A page of the customer's own orders, newest first; pages count from 1. Also records that they have
 * seen the thank-you of the order `thanked`.
 */
export async function orderHistory(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  page: number,
  { thanked = null }: { thanked?: string | null } = {},
): Promise<OrderHistory> {
  demandConfirmed(viewer)
  const offset = (page - 1) * ordersPerPage
  const limit = ordersPerPage + 1
  const orders = await orderHistoryOf(services.db, viewer.id, { limit, offset, thanked })
  const past = orders.slice(0, ordersPerPage).map(({ order, isRefunding, shipments }) => ({
    ...receiptOf(order),
    isRefunding,
    next: nextOfOrder(services, order, shipments),
  }))
  return { orders: past, page, hasMore: orders.length > ordersPerPage }
}
