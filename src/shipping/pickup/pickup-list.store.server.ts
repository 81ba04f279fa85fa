import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { adminList, choice, since, until } from '#platform/list/admin-list.store.server.ts'

import { ofOrder, searchedShipments } from '../shipments/search-shipments.store.server.ts'
import { shipmentNumber, statesFor } from '../shipments/shipment.rules.ts'
import { shipmentStateName } from '../shipments/shipping.copy.ts'
import { shipments } from '../tables.ts'
import { winesOf } from './pickups.store.server.ts'
import { pickupPlaces, pickups } from './tables.ts'

const agreedSlot = (column: 'from' | 'place_id') => sql`(select slot.${sql.identifier(column)}
  from ${pickups} as slot where slot.shipment_id = ${shipments.id} and slot.state = 'agreed')`

const stateIs = (state: 'agreed' | 'missed' | 'ready'): SQL => eq(shipments.state, state)

/** Pickups that were not collected: those with an appointment by its time, then the others by number. */
export const pickupList = adminList({
  name: 'pickups',
  action: 'ship-orders',
  namesPeople: true,
  table: shipments,
  // The condition of the partial index.
  where: sql`method = 'pickup' and ${shipments.state} in ${literals(statesFor('mark-collected'))}`,
  columns: {
    id: shipments.id,
    number: shipments.number,
    orderId: shipments.orderId,
    orderNumber: ofOrder<number>('o.number'),
    name: ofOrder<string>('o.name'),
    phone: ofOrder<string>("coalesce(o.ship_to ->> 'phone', '')"),
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
    which: choice('Which', 'All', [
      ['agreed', 'With an appointment', stateIs('agreed')],
      ['waiting', 'Waiting for a time', stateIs('ready')],
      ['missed', 'Missed twice', stateIs('missed')],
    ]),
    place: {
      label: 'Place',
      any: 'Any',
      by: (id) => (isUuid(id) ? sql`${agreedSlot('place_id')} = ${id}::uuid` : sql`false`),
    },
    from: since(agreedSlot('from')),
    to: until(agreedSlot('from'), 'To'),
  },
  search: searchedShipments,
  async complete(db, rows) {
    const ids = rows.map(({ id }) => id)
    const [all, wines] = await Promise.all([slotsOf(db, ids), winesOf(db, ids)])
    const slots = all.filter(({ state }) => state === 'agreed')
    const missedAt = new Map(
      all.flatMap(({ shipmentId, state, from }) =>
        state === 'missed' ? [[shipmentId, from] as const] : [],
      ),
    )
    const slotOf = new Map(slots.map((slot) => [slot.shipmentId, slot]))
    return rows.map((row) => ({
      ...row,
      from: slotOf.get(row.id)?.from ?? null,
      until: slotOf.get(row.id)?.until ?? null,
      place: slotOf.get(row.id)?.place ?? null,
      wines: wines.get(row.id) ?? '',
      /** The last appointment to which nobody came. */
      missedAt: missedAt.get(row.id) ?? null,
    }))
  },
  file: {
    columns: {},
    cells: [
      ['Shipment', (row) => shipmentNumber(row.number)],
      ['Order', (row) => ordersCopy.number(row.orderNumber)],
      ['For', (row) => row.name],
      ['Phone', (row) => row.phone],
      ['State', (row) => shipmentStateName[row.state]],
      ['When', (row, dates) => (row.from ? dates.moment(row.from) : '')],
      ['Place', (row) => row.place ?? ''],
      ['Wine', (row) => row.wines],
    ],
  },
})

/** The appointments that are agreed or were missed, by time. */
const slotsOf = (db: Queryable, shipmentIds: readonly string[]) =>
  db
    .select({
      shipmentId: pickups.shipmentId,
      state: pickups.state,
      from: pickups.from,
      until: pickups.until,
      place: pickupPlaces.name,
    })
    .from(pickups)
    .innerJoin(pickupPlaces, eq(pickupPlaces.id, pickups.placeId))
    .where(
      and(
        inArray(pickups.shipmentId, [...shipmentIds]),
        inArray(pickups.state, ['agreed', 'missed']),
      ),
    )
    .orderBy(asc(pickups.from))
