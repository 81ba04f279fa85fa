import { countFlaggedOrders as count } from '#data/orders/order-flags.ts'
import { may } from '#domain/admin/access.ts'

import type { Services, Staff } from '#use-cases/services.ts'

/** How many orders are flagged for review. False to all but staff. */
export async function countFlaggedOrders({ db }: Services, viewer: Staff): Promise<number | false> {
  if (!may(viewer, 'handle-orders')) return false
  return count(db)
}
