import type { SQL } from 'drizzle-orm'
import { and, between, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'

import { orderFlags } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { isNotMailed } from '../emails/shipment-mails.store.server.ts'
import { statesFor, statesIn } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { shipments } from '../tables.ts'

/** Shipments that are expected on this day and whose buyers were not notified of it. */
export async function arrivingOn(db: Queryable, day: string): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        inArray(shipments.state, ['shipped', 'out']),
        eq(shipments.expectedOn, day),
        isNotMailed('order-arriving-tomorrow', day),
      ),
    )
    .orderBy(shipments.number)
}

/** Shipments that a depot lets go in this time and whose buyers were not reminded. */
export async function leavingDepot(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        inArray(shipments.state, statesFor('follow-up')),
        between(shipments.depotUntil, from, to),
        isNotMailed('order-at-depot', sql`'reminder ' || ${shipments.attempts}::text`),
      ),
    )
    .orderBy(shipments.number)
}

/** Whether a shipment has a flag that its customer did not answer, which meets the condition. */
const isFlagged = (condition: SQL) => sql`exists (select from ${orderFlags} as flag
  where flag.order_id = ${shipments}.order_id and flag.reason = 'return-unanswered'
    and flag.source = ${shipments}.id::text and ${condition})`

/**
 * Shipments for which the customer has made no choice and something is to be done: they were returned before `asked`
 * and no reminder is sent, or before `late` and staff were not told, or staff were and it may be owed no more.
 */
export async function unansweredSince(
  db: Queryable,
  { asked, late }: { asked: Date; late: Date },
): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        inArray(shipments.state, statesIn('back')),
        isNull(shipments.settledAt),
        isNull(shipments.returnChoice),
        lte(shipments.returnedAt, asked),
        or(
          isNotMailed('order-returned', 'reminder'),
          and(lte(shipments.returnedAt, late), not(isFlagged(sql`true`))),
          isFlagged(sql`flag.resolved_at is null`),
        ),
      ),
    )
    .orderBy(shipments.number)
}

/** Ends the follow-ups that were put off until now: each is a task again, by the trigger. */
export async function reopenFollowUps(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${shipments}
    set followed_up_at = null, follow_up_again_at = null, version = version + 1
    where id in (select id from ${shipments} where follow_up_again_at <= now()
      order by number for update)`)
}
