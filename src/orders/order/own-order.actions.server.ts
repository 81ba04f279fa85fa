import { refuse } from '#platform/action/refusal.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { ownOrder } from '../refunds/refunds.copy.ts'
import type { Order } from './orders.store.server.ts'
import { isOwnOrder } from './orders.store.server.ts'

/**
 * Refuses staff who act on an order of their own: who marks a box lost or decides on a refund must not be who gains
 * by it.
 */
export async function demandNotOwn(
  db: Queryable,
  viewer: { id: string },
  order: Pick<Order, 'userId' | 'email'>,
): Promise<void> {
  if (!(await isOwnOrder(db, viewer.id, order))) return
  throw refuse(ownOrder)
}
