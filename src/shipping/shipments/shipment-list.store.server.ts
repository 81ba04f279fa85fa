import { and, eq, inArray, sql } from 'drizzle-orm'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { orderFlags } from '#orders/order/tables.ts'
import { literals } from '#platform/database/columns.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { adminList, choice, choiceOf } from '#platform/list/admin-list.store.server.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import { holdReasonName, holdReasons } from '../holds/holds.rules.ts'
import type { WaitReason } from '../readiness/readiness.rules.ts'
import { leavingDays } from '../readiness/readiness.store.server.ts'
import { shipmentHolds, shipments } from '../tables.ts'
import { ofOrder, searchedShipments } from './search-shipments.store.server.ts'
import { scanned, shipmentNumber, statesFor, statesIn, withTask } from './shipment.rules.ts'
import { shipmentStateName, waitReason } from './shipping.copy.ts'

/** States in which staff may have to act, of which there is an index. */
export const mayNeedPerson = ['waiting', ...withTask, ...statesIn('returning')]

/** Shipments that staff have to act on. */
export const needsPerson = sql`(
  ${shipments.state} in ${literals(statesFor('settle'))} and ${shipments.settledAt} is null
  or ${shipments.waitsFor} in ('flagged', 'not-served')
  or ${shipments.state} = 'missed'
  or ${shipments.state} in ${literals(statesFor('follow-up'))} and ${shipments.followedUpAt} is null
  or ${shipments.state} in ${literals([...statesFor('follow-up'), ...statesIn('returning')])} and exists (
    select 1 from ${orderFlags} as flag
    where flag.order_id = ${shipments.orderId} and flag.resolved_at is null))`

const isHeldFor = (reason: string) =>
  sql`${shipments.heldBy} in (select id from ${shipmentHolds} where reason = ${reason})`

const isInState = (...states: (typeof shipments.$inferSelect)['state'][]) =>
  inArray(shipments.state, states)

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
    which: choice('Which', 'All', [
      ['waiting', 'Waiting', isInState('waiting')],
      ['held', 'Held', isWaitingFor('held')],
      ['ready', 'Ready', isInState('ready')],
      ['handed-over', 'Handed over', isInState('handed-over')],
      ['under-way', 'Under way', isInState(...scanned)],
      ['person', 'Needs a person', needsPerson],
      ['delivered', 'Delivered or collected', isInState(...statesIn('arrived'))],
      ['returned', 'Returned', isInState(...statesIn('back'))],
      ['lost', 'Lost or damaged', isInState(...statesIn('unsound'))],
      ['pickup', 'Pickups', eq(shipments.method, 'pickup')],
      ['cancelled', 'Canceled', isInState('cancelled')],
    ]),
    method: choiceOf('Service', 'Any service', shippingMethodName, (method) =>
      eq(shipments.method, method),
    ),
    held: choice('Waits for', 'Any reason', [
      ['flagged', 'A flag to review', isWaitingFor('flagged')],
      ['not-served', 'An address we may not serve', isWaitingFor('not-served')],
      ['not-yet', 'Its day', isWaitingFor('not-yet')],
      ...holdReasons.map(
        (reason) => [reason, `Hold: ${holdReasonName[reason]}`, isHeldFor(reason)] as const,
      ),
    ]),
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
