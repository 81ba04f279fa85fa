import type { Order, OrderWithLines } from '#data/orders.ts'
import { ordersBySessions, paidOrdersOf } from '#data/orders.ts'
import type { Viewer } from '#data/people.ts'
import { userByCustomer } from '#data/people.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Most orders told at once, newest first. */
const most = 100

type Whose = { userId: string } | { stripeCustomerId: string }

/**
 * The paid orders of one member, for that member and for staff. Null when there is no such member,
 * or it is another one: who asks can't tell which.
 */
export async function ordersOnRecord(
  { db }: Parts,
  viewer: Pick<Viewer, 'id' | 'role'>,
  whose: Whose,
): Promise<Order[] | null> {
  const owner = 'userId' in whose ? whose.userId : await userByCustomer(db, whose.stripeCustomerId)
  const isOwn = owner === viewer.id
  if (owner === null || (!isOwn && !may(viewer.role, 'see-staff-desk'))) return null
  return paidOrdersOf(db, owner, most)
}

/** Orders of these payment sessions with their lines; a member gets only their own. */
export async function ordersInSessions(
  { db }: Parts,
  viewer: Pick<Viewer, 'id' | 'role'>,
  sessionIds: readonly string[],
): Promise<OrderWithLines[]> {
  const owner = may(viewer.role, 'see-staff-desk') ? null : viewer.id
  return ordersBySessions(db, sessionIds, owner)
}
