import { and, eq, inArray, sql } from 'drizzle-orm'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { shipmentNumber, underWay } from '#orders/order/shipment.rules.ts'
import { orderFlags } from '#orders/order/tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { adminList } from '#platform/list/admin-list.store.server.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import type { WaitReason } from '../readiness/readiness.rules.ts'
import { leavingDays } from '../readiness/readiness.store.server.ts'
import { shipmentHolds, shipments } from '../tables.ts'
import { ofOrder, searchedShipments } from './search-shipments.store.server.ts'
import { shipmentStateName, waitReason } from './shipping.copy.ts'

/** Shipments that staff have to act on. */
export const needsPerson = sql`(
  ${shipments.state} in ('returned', 'lost', 'damaged') and ${shipments.settledAt} is null
  or ${shipments.waitsFor} in ('flagged', 'not-served')
  or ${shipments.state} = 'missed'
  or ${shipments.state} in ('attempted', 'at-depot') and ${shipments.followedUpAt} is null
  or ${shipments.state} in ('attempted', 'at-depot', 'returning') and exists (
    select 1 from ${orderFlags} as flag
    where flag.order_id = ${shipments.orderId} and flag.resolved_at is null))`

const isHeldFor = (reason: string) =>
  sql`${shipments.heldBy} in (select id from ${shipmentHolds} where reason = ${reason})`

const isWaitingFor = (reason: WaitReason) =>
  and(eq(shipments.state, 'waiting'), eq(shipments.waitsFor, reason))!

/** Every shipment, newest first. */
export const shipmentList = adminList({
  name: 'shipments',
  action: 'ship-orders',
  namesPeople: true,
  table: shipments,
  columns: {
    id: shipments.id,
    number: shipments.number,
    orderNumber: ofOrder<number>('o.number'),
    name: ofOrder<string>('o.name'),
    state: shipments.state,
    waitsFor: shipments.waitsFor,
    heldFor: sql<HoldReason | null>`(
      select reason from ${shipmentHolds} as hold where hold.id = ${shipments.heldBy})`,
    method: shipments.method,
    toState: shipments.toState,
    createdAt: shipments.createdAt,
    expectedOn: shipments.expectedOn,
  },
  sorts: { newest: [shipments.number] },
  startSort: 'newest',
  cursor: {
    keyOf: ({ number }) => number,
    after: (number) => sql`${shipments.number} < ${number}`,
  },
  filters: {
    which: {
      waiting: eq(shipments.state, 'waiting'),
      held: isWaitingFor('held'),
      ready: eq(shipments.state, 'ready'),
      'handed-over': eq(shipments.state, 'handed-over'),
      'under-way': inArray(
        shipments.state,
        underWay.filter((state) => state !== 'handed-over'),
      ),
      person: needsPerson,
      delivered: inArray(shipments.state, ['delivered', 'collected']),
      returned: eq(shipments.state, 'returned'),
      lost: inArray(shipments.state, ['lost', 'damaged']),
      pickup: eq(shipments.method, 'pickup'),
      cancelled: eq(shipments.state, 'cancelled'),
    },
    method: {
      ground: eq(shipments.method, 'ground'),
      overnight: eq(shipments.method, 'overnight'),
      pickup: eq(shipments.method, 'pickup'),
    },
    held: {
      flagged: isWaitingFor('flagged'),
      'not-served': isWaitingFor('not-served'),
      'not-yet': isWaitingFor('not-yet'),
      weather: isHeldFor('weather'),
      customer: isHeldFor('customer'),
      address: isHeldFor('address'),
      compliance: isHeldFor('compliance'),
      staff: isHeldFor('staff'),
    },
  },
  search: searchedShipments,
  async complete(db, rows) {
    const waiting = rows.filter(({ waitsFor }) => waitsFor === 'not-yet')
    const days = await leavingDays(
      db,
      waiting.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, leavesFrom: days.get(row.id) ?? null }))
  },
  hit: {
    title: 'Shipments',
    page: paths.shipments,
    of: ({ number, name, toState, state }) => ({
      title: shipmentNumber(number),
      detail: [name, toState, shipmentStateName[state]].filter(Boolean).join(', '),
      href: paths.shipment(number),
    }),
  },
  file: {
    columns: {},
    cells: [
      ['Shipment', (row) => shipmentNumber(row.number)],
      ['Order', (row) => ordersCopy.number(row.orderNumber)],
      ['Buyer', (row) => row.name],
      ['State', (row) => shipmentStateName[row.state]],
      ['Waits for', (row) => (row.waitsFor ? waitReason(row.waitsFor, row.heldFor) : '')],
      ['Service', (row) => shippingMethodName[row.method]],
      ['To', (row) => row.toState],
      ['Since', (row, dates) => dates.moment(row.createdAt)],
      ['Expected', (row) => row.expectedOn ?? ''],
      ['Leaves from', (row) => row.leavesFrom ?? ''],
    ],
  },
})
