import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, sql } from 'drizzle-orm'

import { ordersCopy } from '#domain/copy/members.ts'
import { pickupsCopy as copy } from '#domain/copy/pickups.ts'
import { shipmentStateName, shippingCopy } from '#domain/copy/shipping.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'

import { adminList } from '#data/admin/admin-list.ts'
import type { Queryable } from '#data/connection.server.ts'
import { pickupPlaces, pickups } from '#data/schema/pickups.ts'
import { shipments } from '#data/schema/shipping.ts'
import { orders } from '#data/schema/orders.ts'
import { isUuid } from '#data/uuid.ts'

import { winesOf } from './pickups.ts'
import { searchedShipments } from './search-shipments.ts'

const agreedSlot = (column: 'from' | 'place_id') => sql`(select slot.${sql.identifier(column)}
  from ${pickups} as slot where slot.shipment_id = ${shipments.id} and slot.state = 'agreed')`

const beginsOn = (day: string, zone: string) => sql`(${day}::date::timestamp at time zone ${zone})`

const stateIs = (state: 'agreed' | 'missed' | 'ready'): SQL => eq(shipments.state, state)

/** Pickups that were not collected: those with an appointment by its time, then the others by number. */
export const pickupList = adminList({
  name: 'pickups',
  action: 'ship-orders',
  namesPeople: true,
  table: shipments,
  // The condition of the partial index.
  where: sql`method = 'pickup' and ${shipments.state} in ('ready', 'agreed', 'missed')`,
  columns: {
    id: shipments.id,
    number: shipments.number,
    orderId: shipments.orderId,
    state: shipments.state,
  },
  sorts: {
    time: {
      keys: [agreedSlot('from'), shipments.number],
      present: stateIs('agreed'),
      empty: sql`${shipments.state} <> 'agreed'`,
    },
  },
  startSort: 'time',
  filters: {
    which: { agreed: stateIs('agreed'), waiting: stateIs('ready'), missed: stateIs('missed') },
    place: (id) => (isUuid(id) ? sql`${agreedSlot('place_id')} = ${id}::uuid` : undefined),
    from: { day: (day, zone) => sql`${agreedSlot('from')} >= ${beginsOn(day, zone)}` },
    to: {
      day: (day, zone) =>
        sql`${agreedSlot('from')} < (${day}::date + 1)::timestamp at time zone ${zone}`,
    },
  },
  search: searchedShipments,
  async complete(db, rows) {
    const ids = rows.map(({ id }) => id)
    const [slots, found, wines] = await Promise.all([
      agreedSlots(db, ids),
      db
        .select({
          id: orders.id,
          number: orders.number,
          name: orders.name,
          phone: sql<string>`coalesce(${orders.shipTo} ->> 'phone', '')`,
        })
        .from(orders)
        .where(
          inArray(
            orders.id,
            rows.map(({ orderId }) => orderId),
          ),
        ),
      winesOf(db, ids),
    ])
    const slotOf = new Map(slots.map((slot) => [slot.shipmentId, slot]))
    const orderOf = new Map(found.map((order) => [order.id, order]))
    return rows.map((row) => ({
      ...row,
      orderNumber: orderOf.get(row.orderId)!.number,
      name: orderOf.get(row.orderId)!.name,
      phone: orderOf.get(row.orderId)!.phone,
      from: slotOf.get(row.id)?.from ?? null,
      until: slotOf.get(row.id)?.until ?? null,
      place: slotOf.get(row.id)?.place ?? null,
      wines: wines.get(row.id) ?? '',
    }))
  },
  file: {
    columns: {},
    cells: [
      [shippingCopy.number, (row) => shipmentNumber(row.number)],
      [copy.order, (row) => ordersCopy.number(row.orderNumber)],
      [copy.who, (row) => row.name],
      [copy.phone, (row) => row.phone],
      [shippingCopy.state, (row) => shipmentStateName[row.state]],
      [copy.when, (row) => row.from?.toISOString() ?? ''],
      [copy.place, (row) => row.place ?? ''],
      [copy.wines, (row) => row.wines],
    ],
  },
})

const agreedSlots = (db: Queryable, shipmentIds: readonly string[]) =>
  db
    .select({
      shipmentId: pickups.shipmentId,
      from: pickups.from,
      until: pickups.until,
      place: pickupPlaces.name,
    })
    .from(pickups)
    .innerJoin(pickupPlaces, eq(pickupPlaces.id, pickups.placeId))
    .where(and(inArray(pickups.shipmentId, [...shipmentIds]), eq(pickups.state, 'agreed')))
