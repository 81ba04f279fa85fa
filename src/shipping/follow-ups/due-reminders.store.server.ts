import { and, between, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { isNotMailed } from '../emails/shipment-mails.store.server.ts'
import { statesFor, statesIn } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { shipments } from '../tables.ts'

const most = 200

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
    .limit(most)
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
    .limit(most)
}

/** Shipments that were returned before a time and for which the customer has made no choice. */
export async function unansweredSince(db: Queryable, returnedBefore: Date): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        inArray(shipments.state, statesIn('back')),
        isNull(shipments.settledAt),
        isNull(shipments.returnChoice),
        lte(shipments.returnedAt, returnedBefore),
      ),
    )
    .orderBy(shipments.number)
    .limit(most)
}

/** Ends the follow-ups that were put off until now: each is a task again, by the trigger. */
export async function reopenFollowUps(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${shipments}
    set followed_up_at = null, follow_up_again_at = null, version = version + 1
    where id in (select id from ${shipments} where follow_up_again_at <= now()
      order by number for update)`)
}
