import type { OrderRow } from '#data/desk-orders.ts'
import { countAttention, ordersRows } from '#data/desk-orders.ts'
import { may } from '#domain/access.ts'
import type { OrdersListQuery } from '#domain/desk-lists.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from '#use-cases/desk/record-log.ts'

export type ListedOrders =
  | { ok: true; rows: OrderRow[]; hasMore: boolean; toLookAt: number }
  | { ok: false }

/**
 * A page of all orders, newest first, after the one of number `before`, and how many need a look.
 * Only for staff.
 */
export async function listOrders(
  { db }: Parts,
  viewer: Pick<Staff, 'role'>,
  query: OrdersListQuery,
  before: number | null,
): Promise<ListedOrders> {
  if (!may(viewer.role, 'handle-orders')) return { ok: false }
  const [rows, toLookAt] = await Promise.all([ordersRows(db, query, before), countAttention(db)])
  const shown = rows.slice(0, query.size)
  return { ok: true, rows: shown, hasMore: rows.length > query.size, toLookAt }
}
