import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { markThanked, orderStatus, recentOrderOf } from './orders.store.server.ts'
import type { Receipt } from './receipt.actions.server.ts'
import { receiptOf } from './receipt.actions.server.ts'

/**
 * Whether the customer has orders, and one whose thank-you is not seen; `seen` records it. A limited login session is
 * told nothing of past orders.
 */
export async function thankBuyer(
  { db }: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  seen: boolean,
): Promise<{ hasOrders: boolean; unthanked: string | null }> {
  if (viewer.isLimited) return { hasOrders: false, unthanked: null }
  const standing = await orderStatus(db, viewer.id)
  if (seen && standing.unthanked) await markThanked(db, viewer.id, standing.unthanked)
  return standing
}

/** Hours for which an order counts as just paid: the lifetime of a limited login session. */
const recentHours = 12

/**
 * The customer's own order that was just paid; null for another's and for an older one. `isThanked`
 * also records that they have seen its thank-you.
 */
export async function viewPaidOrder(
  { db, clock }: Services,
  viewer: Pick<Viewer, 'id'>,
  orderId: string,
  { isThanked = false } = {},
): Promise<Receipt | null> {
  const since = new Date(clock().getTime() - recentHours * 3_600_000)
  const order = await recentOrderOf(db, viewer.id, orderId, { since, isThanked })
  return order && receiptOf(order)
}
