import { markThanked, orderStanding } from '#data/orders.ts'
import type { Viewer } from '#data/people.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Whether the member has orders, and whether one of them still has to be thanked for. */
export async function thankBuyer(
  { db }: Parts,
  viewer: Pick<Viewer, 'id'>,
  seen: boolean,
): Promise<{ hasOrders: boolean; unthanked: string | null }> {
  const standing = await orderStanding(db, viewer.id)
  if (seen && standing.unthanked) await markThanked(db, viewer.id)
  return standing
}
