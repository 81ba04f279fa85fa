import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { userEmails } from '#accounts/users/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { orders } from '../order/tables.ts'

/**
 * Assigns guest orders with a user's email to the user, if the email is confirmed. Orders of a deleted account
 * are no guest orders and stay without an owner.
 */
export async function adoptGuestOrders(db: Queryable, userId: string): Promise<void> {
  await db.execute(adoption(sql`owner.id = ${userId}`))
}

/**
 * Assigns guest orders that were placed in a period to the confirmed accounts of their emails. Returns how
 * many.
 */
export async function adoptGuestOrdersPlaced(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const placed = sql`o.created_at >= ${from.toISOString()} and o.created_at < ${to.toISOString()}`
  const { rows } = await db.execute<{ adopted: number }>(adoption(placed))
  return rows[0]!.adopted
}

/** Confirmed addresses of accounts that are not soft-deleted; second addresses are always confirmed. */
const addresses = sql`(
  select id, email from ${users} where email_verified and erase_at is null
  union all
  select second.user_id, second.email from ${userEmails} as second
  join ${users} as person on person.id = second.user_id and person.erase_at is null)`

const adoption = (whose: SQL) => sql`
    with adopted as (
      update ${orders} as o
      set user_id = owner.id, thanked_at = coalesce(o.thanked_at, now())
      from ${addresses} as owner, ${checkouts} as checkout
      where ${whose} and o.user_id is null and lower(o.email) = owner.email
        and o.channel in ('offering', 'offer1')
        and checkout.id = o.checkout_id
        and (checkout.buyer_key is null or checkout.buyer_key like 'guest:%')
      returning o.user_id, o.created_at
    ), noted as (
      update ${users} as owner set last_order_at = greatest(owner.last_order_at, latest.created_at)
      from (select user_id, max(created_at) as created_at from adopted group by user_id) as latest
      where owner.id = latest.user_id
    )
    select count(*)::int as adopted from adopted`
