import type { UserReference } from '#accounts/users/user-reference.rules.ts'
import { userByCustomer, userByEmail, userById } from '#accounts/users/users.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { Order, OrderWithLines } from './orders.store.server.ts'
import { ordersBySessions, paidOrdersOf } from './orders.store.server.ts'

/** Most orders returned at once, newest first. */
const most = 100

/**
 * The paid orders of one user, by default the viewer. Null when there is no such user, and, so that
 * a customer cannot tell which, when it is another user and the viewer is not staff.
 */
export async function ordersOnRecord(
  { db }: Services,
  viewer: Staff,
  whose: UserReference,
): Promise<Order[] | null> {
  const owner = await ownerOf(db, whose, viewer.id)
  if (owner === null || (owner !== viewer.id && !may(viewer, 'handle-orders'))) return null
  return paidOrdersOf(db, owner, most)
}

async function ownerOf(
  db: Queryable,
  { userId, email, stripeCustomerId }: UserReference,
  viewerId: string,
): Promise<string | null> {
  const named: (string | null)[] = []
  if (userId !== undefined)
    named.push(isUuid(userId) && (await userById(db, userId)) ? userId : null)
  if (email !== undefined) {
    named.push((await userByEmail(db, email.trim().toLowerCase()))?.id ?? null)
  }
  if (stripeCustomerId !== undefined) named.push(await userByCustomer(db, stripeCustomerId))
  const [owner = viewerId] = named
  return named.every((id) => id === owner) ? owner : null
}

/** Orders of these payment sessions with their lines; customers get only their own. */
export async function ordersInSessions(
  { db }: Services,
  viewer: Staff,
  sessionIds: readonly string[],
): Promise<OrderWithLines[]> {
  const owner = may(viewer, 'handle-orders') ? null : viewer.id
  return ordersBySessions(db, sessionIds, owner)
}
