import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { boughtMonths } from './request.rules.ts'
import { requests } from './tables.ts'

export type RequestFacts = {
  /** Cases bought in the last `boughtMonths`, less those returned. */
  bought: number
  /** Refunds that were made. */
  refunds: number
  /** Other requests of the same person. */
  earlier: number
}

/** Cases that a person bought in the last `boughtMonths`, less those returned. */
export const boughtLately = (userId: SQL | string): SQL<number> => sql<number>`
  (select coalesce(sum(line.quantity - line.returned), 0)::int
    from ${orders} as bought join ${orderLines} as line on line.order_id = bought.id
    where bought.user_id = ${userId} and bought.created_at > now() - make_interval(months => ${boughtMonths}))`

/** Facts for the decision about a person's request. */
export async function requestFacts(
  db: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<RequestFacts> {
  const { rows } = await db.execute<RequestFacts>(sql`select
    ${boughtLately(userId)} as bought,
    (select count(*)::int from ${refunds} as refund join ${orders} as bought
      on bought.id = refund.order_id
      where bought.user_id = ${userId} and refund.state = 'made') as refunds,
    (select count(*)::int from ${requests} as other
      where other.user_id = ${userId} and other.id <> ${id}) as earlier`)
  return rows[0]!
}
