import { expect, test } from 'vitest'

import type { CampaignState } from '#campaigns/campaign/campaign.rules.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import type { refunds } from '#orders/order/tables.ts'
import type { TaskKind } from '#platform/tasks/tasks.server.ts'
import { taskKinds } from '#platform/tasks/tasks.server.ts'
import type { RequestState } from '#requests/request.rules.ts'
import type { ShipmentState } from '#shipping/shipments/shipment.rules.ts'

import { jobs } from './jobs/schedule.ts'
import './modules.server.ts'

/** What moves a state on without being asked: a job, or a task that staff are reminded of. */
type WayOut = { job: string } | { task: TaskKind | readonly TaskKind[] }
/** A state that nothing has to leave, with the reason. */
type End = { end: string }

type Claim = 'open' | 'paid' | 'refused'
type Merge = 'merged' | 'undone'

const waysOut = {
  shipment: {
    // Its flag is a task, its hold ends or is one, and its day comes by the job.
    waiting: { task: ['order-review', 'hold-ends', 'held-for-buyer', 'shipment-silent'] },
    ready: { task: 'shipment-silent' },
    'handed-over': { task: 'shipment-silent' },
    shipped: { task: 'shipment-silent' },
    out: { task: 'shipment-silent' },
    attempted: { task: ['shipment-attempted', 'shipment-silent'] },
    'at-depot': { task: ['shipment-at-depot', 'shipment-silent'] },
    delivered: { end: 'the carrier is asked for ten more days' },
    returning: { task: 'shipment-silent' },
    returned: { task: 'shipment-returned' },
    lost: { task: 'shipment-unsound' },
    damaged: { task: 'shipment-unsound' },
    cancelled: { end: 'the order was refunded' },
    agreed: { task: 'pickup-today' },
    collected: { end: 'its buyer has it' },
    missed: { task: 'pickup-missed' },
  } satisfies Record<ShipmentState, WayOut | End>,
  refund: {
    requested: { job: 'make-refund' },
    made: { end: 'the money is back' },
    failed: { task: 'refund-failed' },
  } satisfies Record<(typeof refunds.$inferSelect)['state'], WayOut | End>,
  claim: {
    open: { task: 'claim-open' },
    paid: { end: 'the carrier paid' },
    refused: { end: 'the carrier refused' },
  } satisfies Record<Claim, WayOut | End>,
  request: {
    open: { task: 'request-overdue' },
    waiting: {
      end: 'a place in line, which the wine of a later vintage opens, and which its owner can give up',
    },
    granted: { task: 'grant-lapses' },
    declined: { end: 'it is answered' },
    taken: { end: 'it was bought' },
    lapsed: { end: 'its time is over' },
    withdrawn: { end: 'its owner withdrew it' },
  } satisfies Record<RequestState, WayOut | End>,
  campaign: {
    draft: { end: 'nobody waits for it' },
    scheduled: { task: 'campaign-not-begun' },
    sending: { job: 'process-campaigns' },
    paused: { task: 'campaign-paused' },
    sent: { end: 'it is sent' },
    stopped: { end: 'staff stopped it' },
  } satisfies Record<CampaignState, WayOut | End>,
  checkout: {
    open: { job: 'settle-pending-payments' },
    paid: { end: 'it is an order' },
    expired: { end: 'it was not paid' },
    cancelled: { end: 'its buyer chose otherwise' },
    refused: { end: 'it was refunded' },
  } satisfies Record<Checkout['state'], WayOut | End>,
  merge: {
    merged: { end: 'one account is left' },
    undone: { end: 'there are two again' },
  } satisfies Record<Merge, WayOut | End>,
}

const all = Object.entries(waysOut).flatMap(([what, states]) =>
  Object.entries(states as Record<string, WayOut | End>).map(
    ([state, way]) => [`${what} ${state}`, way] as const,
  ),
)

test.each(all)('a state has a job or a task that moves it on, or is an end: %s', (_name, way) => {
  if ('job' in way) expect(Object.keys(jobs)).toContain(way.job)
  else if ('task' in way) expect(taskKinds()).toEqual(expect.arrayContaining([way.task].flat()))
  else expect(way.end.length).toBeGreaterThan(5)
})
