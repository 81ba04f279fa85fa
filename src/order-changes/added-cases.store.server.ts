import { and, count, eq, gte, sql } from 'drizzle-orm'

import { checkouts } from '#catalogue/tables.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { cartSnapshotOf } from '#checkout/cart/carts.store.server.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { openOfferOf } from '#checkout/checkouts.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

/** By which at most one payment page for cases beside an order is open. */
export const addedKey = (orderId: string) => `order:${orderId}`

export const openAddedOf = (db: Queryable, orderId: string): Promise<Checkout | null> =>
  openOfferOf(db, addedKey(orderId), 'added')

/** How many payment pages for cases beside an order were opened since then. */
export async function countAdded(db: Queryable, orderId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ opened: count() })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerKey, addedKey(orderId)),
        eq(checkouts.channel, 'added'),
        gte(checkouts.startedAt, since),
      ),
    )
  return row!.opened
}

/** The wines that the buyer of an order may buy now, of their allocation or freely; none without an account. */
export const winesFor = async (db: Queryable, order: Pick<Order, 'userId'>): Promise<Product[]> =>
  (await winesShown(db, order)).filter((wine) => whyNotAdd(wine) === null)

/** All wines that the shop shows the buyer of an order, also what is not sold to them now. */
export async function winesShown(
  db: Queryable,
  { userId }: Pick<Order, 'userId'>,
): Promise<Product[]> {
  const snapshot = userId === null ? null : await cartSnapshotOf(db, userId)
  return snapshot?.products ?? []
}

/** Whether a user has an allocation with units left, of any wine, and whether the law of a place has to be asked. */
export async function whatDecides(
  db: Queryable,
  userId: string,
  { state, zipCode }: Pick<Address, 'state' | 'zipCode'>,
): Promise<{ hasAllocations: boolean; hasStateRules: boolean }> {
  const { rows } = await db.execute<{ hasAllocations: boolean; hasStateRules: boolean }>(sql`
    select exists (select from allocations
        where user_id = ${userId}::uuid and units > held + bought) as "hasAllocations",
      has_state_rules(${state}, ${zipCode}) as "hasStateRules"`)
  return rows[0]!
}
