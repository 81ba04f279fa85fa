import { markThanked, orderStatus } from '#data/orders/orders.ts'
import type { Viewer } from '#data/people/users.ts'

import type { Services } from '#use-cases/services.ts'

/** Whether the member has orders, and whether one of them still has to be thanked for. */
export async function thankBuyer(
  { db }: Services,
  viewer: Pick<Viewer, 'id'>,
  seen: boolean,
): Promise<{ hasOrders: boolean; unthanked: string | null }> {
  const standing = await orderStatus(db, viewer.id)
  if (seen && standing.unthanked) await markThanked(db, viewer.id)
  return standing
}
