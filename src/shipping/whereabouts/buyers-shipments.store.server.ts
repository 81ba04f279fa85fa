import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import { pickupPlaces, pickups } from '../pickup/tables.ts'
import { shipsFrom } from '../readiness/readiness.store.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { shipmentHolds, shipments } from '../tables.ts'

/** A shipment as its buyer sees it, with the reason why it waits and the appointment of a pickup. */
export type BuyersShipment = Pick<
  Shipment,
  | 'id'
  | 'number'
  | 'orderId'
  | 'kind'
  | 'state'
  | 'method'
  | 'toState'
  | 'toZip'
  | 'waitsFor'
  | 'expectedOn'
  | 'notBefore'
  | 'handedAt'
  | 'shippedAt'
  | 'deliveredAt'
  | 'returnedAt'
  | 'depotUntil'
  | 'signedBy'
  | 'returnChoice'
  | 'settledAt'
  | 'receivedAt'
  | 'replaces'
  | 'version'
> & {
  /** Calendar day. */
  shipsFrom: string | null
  hold: { groupId: string; reason: HoldReason; until: Date | null } | null
  appointment: { from: Date; until: Date; place: string; address: string } | null
}

const moments = [
  'notBefore',
  'handedAt',
  'shippedAt',
  'deliveredAt',
  'returnedAt',
  'depotUntil',
  'settledAt',
  'receivedAt',
  'holdUntil',
  'slotFrom',
  'slotUntil',
] as const
/** A row as read from the database or JSON, where times are text. */
export type BuyersShipmentRow = Record<(typeof moments)[number], string | null> &
  Omit<BuyersShipment, (typeof moments)[number] | 'hold' | 'appointment'> & {
    holdGroup: string | null
    holdReason: HoldReason | null
    place: string | null
    address: string | null
  }

/** A query of shipments that are not cancelled; `which` is a condition on `s`. */
export const buyersShipmentsSql = (which: SQL) => sql`
  select s.id, s.number, s.order_id as "orderId", s.kind, s.state, s.method,
    s.to_state as "toState", s.to_zip as "toZip",
    s.waits_for as "waitsFor", s.expected_on::text as "expectedOn", s.not_before as "notBefore",
    s.handed_at as "handedAt", s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt",
    s.returned_at as "returnedAt", s.depot_until as "depotUntil", s.signed_by as "signedBy",
    s.return_choice as "returnChoice", s.settled_at as "settledAt",
    s.received_at as "receivedAt", s.replaces, s.version,
    case when s.waits_for in ('not-yet', 'held') then ${shipsFrom} end as "shipsFrom",
    hold.group_id as "holdGroup", hold.reason as "holdReason", hold.until as "holdUntil",
    slot."from" as "slotFrom", slot.until as "slotUntil",
    place.name as place, place.address
  from ${shipments} as s
  left join ${shipmentHolds} as hold on hold.id = s.held_by
  left join ${pickups} as slot on slot.shipment_id = s.id and slot.state = 'agreed'
  left join ${pickupPlaces} as place on place.id = slot.place_id
  where ${which} and s.state <> 'cancelled'`

/** The shipments of these orders that are not cancelled, oldest first. */
export async function buyersShipments(
  db: Queryable,
  orderIds: readonly string[],
): Promise<BuyersShipment[]> {
  if (orderIds.length === 0) return []
  const { rows } = await db.execute(sql`
    ${buyersShipmentsSql(sql`s.order_id = any(${sql.param([...orderIds])}::uuid[])`)}
    order by s.number`)
  return (rows as BuyersShipmentRow[]).map(buyersShipmentOf)
}

export function buyersShipmentOf(row: BuyersShipmentRow): BuyersShipment {
  const { holdGroup, holdReason, place, address, ...rest } = row
  const at = Object.fromEntries(
    moments.map((name) => [name, row[name] === null ? null : new Date(row[name])]),
  ) as Record<(typeof moments)[number], Date | null>
  const { holdUntil, slotFrom, slotUntil, ...known } = at
  return {
    ...rest,
    ...known,
    hold:
      holdGroup && holdReason ? { groupId: holdGroup, reason: holdReason, until: holdUntil } : null,
    appointment:
      slotFrom && slotUntil
        ? { from: slotFrom, until: slotUntil, place: place ?? '', address: address ?? '' }
        : null,
  }
}
