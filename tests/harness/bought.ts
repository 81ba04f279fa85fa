import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

/** The id of a new order of one case, with no more than an order has to have; without `userId` a guest's. */
export async function bought(
  db: Queryable,
  { userId, email }: { userId: string | null; email: string },
): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, subtotal_cents, shipping_cents,
        tax_cents, total_cents, expires_at)
      values ('offering', 'paid', '', 45000, 0, 0, 45000, now()) returning id)
    insert into orders (checkout_id, user_id, channel, email, name, subtotal_cents,
      shipping_cents, tax_cents, total_cents)
    select id, ${userId}::uuid, 'offering', ${email}, 'A', 45000, 0, 0, 45000 from begun
    returning id`)
  return rows[0]!.id
}
