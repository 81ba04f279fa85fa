import { sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import { mayNeedPerson, needsPerson } from '../shipments/shipment-list.store.server.ts'
import { scanned } from '../shipments/shipment.rules.ts'
import { carrierContacts, shipmentHolds, shipments } from '../tables.ts'

type ShippingFigures = {
  held: { reason: HoldReason; count: number }[]
  ready: number
  /** Ready shipments that are picked up, and so in no handover. */
  pickups: number
  handedOver: number
  underWay: number
  person: number
}

/** The figures of the shipping page, from an index of states in progress. */
export async function shippingFigures(db: Queryable): Promise<ShippingFigures> {
  const { rows } = await db.execute<Omit<ShippingFigures, 'held'>>(sql`
    select
      (select count(*)::int from ${shipments} where state = 'ready') as ready,
      (select count(*)::int from ${shipments}
        where state = 'ready' and method = 'pickup') as pickups,
      (select count(*)::int from ${shipments} where state = 'handed-over') as "handedOver",
      (select count(*)::int from ${shipments}
        where state in ${literals(scanned)}) as "underWay",
      (select count(*)::int from ${shipments} where ${needsPerson}
        and state in ${literals(mayNeedPerson)}) as person`)
  const held = await db.execute<{ reason: HoldReason; count: number }>(sql`
    select hold.reason, count(*)::int as count from ${shipments} as s
    join ${shipmentHolds} as hold on hold.id = s.held_by
    where s.state = 'waiting' group by hold.reason order by count(*) desc, hold.reason`)
  return { ...rows[0]!, held: held.rows }
}

export type CarrierContact = typeof carrierContacts.$inferSelect

/** The contacts with all carriers. */
export async function allCarrierContacts(db: Queryable): Promise<CarrierContact[]> {
  return db.select().from(carrierContacts)
}
