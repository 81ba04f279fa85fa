import { sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { checkouts, orders } from '#data/schema/trade.ts'
import { users } from '#data/schema/people.ts'

/**
 * Gives a user the earlier orders that a guest placed with the same email. Does nothing unless the
 * user's email is confirmed. Orders of a deleted account were no guest's and stay without owner.
 */
export async function adoptGuestOrders(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`
    with adopted as (
      update ${orders} as o
      set user_id = owner.id, thanked_at = coalesce(o.thanked_at, now())
      from ${users} as owner, ${checkouts} as checkout
      where owner.id = ${userId} and owner.email_verified
        and o.user_id is null and lower(o.email) = lower(owner.email)
        and o.channel in ('offering', 'offer1')
        and checkout.id = o.checkout_id
        and (checkout.buyer_key is null or checkout.buyer_key like 'guest:%')
      returning o.created_at
    )
    update ${users} set last_order_at = greatest(last_order_at, (select max(created_at) from adopted))
    where id = ${userId} and exists (select 1 from adopted)`)
}
