import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { factsOf, leftOf } from '#accounts/consent/consent.actions.server.ts'
import type { WhyNotWrite } from '#accounts/consent/consent.rules.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import type { StaffUser } from '#accounts/users/staff-user.rules.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import type { DatedOrderWithLines } from '#orders/order/orders.store.server.ts'
import { ordersOf } from '#orders/order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

/** Orders shown at once beside a user's form. */
const ordersPerPage = 10

/** An order as it is listed beside its buyer's record: no address or birthdate, which its own page shows. */
export type ListedOrder = ReturnType<typeof listedOrder>

export const listedOrder = (order: DatedOrderWithLines) => ({
  number: order.number,
  state: order.state,
  refundedCents: order.refundedCents,
  createdAt: order.createdAt,
  subtotalCents: order.subtotalCents,
  lines: order.lines.map(({ productId, description, quantity, unitPriceCents }) => ({
    productId,
    description,
    quantity,
    unitPriceCents,
  })),
})

export type UsersOrders = { orders: ListedOrder[]; page: number; hasMore: boolean }

type ViewedUser =
  /** `whyNot`: why the list may not write to them. `left`: when and how they last said no to it. */
  | {
      ok: true
      user: StaffUser
      whyNot: WhyNotWrite | null
      left: Left | null
      history: UsersOrders
      log: WordedEntry[]
    }
  | { ok: false; reason: 'not-staff' | 'gone' }

/**
 * A registered user with a page of their orders, newest first, pages counting from 1, and what
 * staff did to the record lately. Only for staff.
 */
export async function viewUser(
  services: Services,
  viewer: Staff,
  id: string,
  page = 1,
): Promise<ViewedUser> {
  const { db } = services
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const user = await staffUserById(db, id)
  if (!user) return { ok: false, reason: 'gone' }
  const offset = (page - 1) * ordersPerPage
  const [orders, log] = await Promise.all([
    ordersOf(db, user.id, { limit: ordersPerPage + 1, offset }),
    logOf(db, 'user', user.id),
  ])
  const history = {
    orders: orders.slice(0, ordersPerPage).map(listedOrder),
    page,
    hasMore: orders.length > ordersPerPage,
  }
  const { email } = user.fields
  const isConfirmed = user.facts.emailVerified
  const left = isConfirmed ? await leftOf(db, email) : null
  const whyNot = isConfirmed
    ? whyNotWriteTo(await factsOf(services, db, email))
    : ('never-agreed' as const)
  return { ok: true, user, whyNot, left, history, log }
}
