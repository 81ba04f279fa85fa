import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { shipmentMails, shipments } from '#data/schema/shipping.ts'

import type { Shipment } from './shipments.ts'

const most = 200

const isNotMailed = (kind: string, cause: string) =>
  sql`not exists (select 1 from ${shipmentMails} as mail where mail.shipment_id = ${shipments.id}
    and mail.kind = ${kind} and mail.cause = ${cause})`

/** On their way and expected on that day, whose buyers were not told of it. */
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
    .limit(most)
}

/** Kept by a depot no longer than that, whose buyers were not reminded. */
export async function leavingDepotBy(db: Queryable, by: Date): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        inArray(shipments.state, ['attempted', 'at-depot']),
        lte(shipments.depotUntil, by),
        sql`not exists (select 1 from ${shipmentMails} as mail
          where mail.shipment_id = ${shipments.id} and mail.kind = 'order-at-depot'
            and mail.cause = 'reminder ' || ${shipments.attempts}::text)`,
      ),
    )
    .limit(most)
}

/** Returned before that, and nobody has said what to do with them. */
export async function unansweredSince(db: Queryable, returnedBefore: Date): Promise<Shipment[]> {
  return db
    .select()
    .from(shipments)
    .where(
      and(
        eq(shipments.state, 'returned'),
        isNull(shipments.settledAt),
        isNull(shipments.returnChoice),
        lte(shipments.returnedAt, returnedBefore),
      ),
    )
    .limit(most)
}
