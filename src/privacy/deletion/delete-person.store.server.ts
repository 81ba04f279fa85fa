import { eq } from 'drizzle-orm'

import { lockCart } from '#checkout/cart/carts.store.server.ts'
import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { forgetMailsTo } from '#mail/mails.store.server.ts'
import { ordersKeptOf } from '#orders/order/orders.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { staffInvitations, users } from '#platform/database/people.tables.ts'
import type { Services } from '#platform/services/services.ts'

import { eraseMergedInto } from '../merging/merges.store.server.ts'

export type DeletedPerson = {
  email: string
  isConfirmed: boolean
  /** Addresses of accounts that were merged into this one, which are deleted, too. */
  secondAddresses: string[]
  /** How many orders stay. */
  orders: number
  /** When the newest of them was placed; null without one. */
  newest: Date | null
}

/**
 * Deletes an account with its identities, login sessions, links and cart. Orders and paid checkouts stay
 * without an owner; unused allocations return to the free pool. Emails to its addresses are deleted if they are
 * confirmed: otherwise they may be another person's. Returns `open-page`, and deletes nothing, while a
 * checkout is open; opening one takes the same lock.
 */
export async function deletePerson(
  services: Services,
  tx: Transaction,
  id: string,
): Promise<DeletedPerson | 'gone' | 'open-page'> {
  await lockCart(tx, id)
  if ((await openCheckoutsOf(tx, id)).length > 0) return 'open-page'
  for (const { eraseUser } of services.personalData) await eraseUser?.(tx, id, services)
  const secondAddresses = await eraseMergedInto(tx, [id])
  const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id))
  const addresses = found ? [found.email, ...secondAddresses] : secondAddresses
  const kept = await ordersKeptOf(tx, addresses, id)
  const [user] = await tx
    .delete(users)
    .where(eq(users.id, id))
    .returning({ email: users.email, emailVerified: users.emailVerified })
  if (user) await tx.delete(staffInvitations).where(eq(staffInvitations.email, user.email))
  if (!user) return 'gone'
  if (user.emailVerified) await forgetMailsTo(tx, user.email)
  for (const email of secondAddresses) await forgetMailsTo(tx, email)
  return { email: user.email, isConfirmed: user.emailVerified, secondAddresses, ...kept }
}
