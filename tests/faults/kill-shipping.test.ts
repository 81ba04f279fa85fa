import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import type { Write } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

let world: World
let staff: string
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  const [cookie] = await world.members(1)
  staff = cookie!
  await world.queryDatabase(`update users set role = 'staff'`)
  members.push(...(await world.members(8)))
  expect((await post(paths.shippingOverview(), { intent: 'begin' }))?.status).toBe(303)
})
afterAll(() => world.close())

/** A form of staff's; null where the connection broke. */
const post = (path: string, form: Record<string, string>) =>
  fetch(`${world.shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: staff, origin: world.shop.url },
    body: new URLSearchParams(form),
  }).catch(() => null)

/** Sends the same form until it is taken, as someone does who saw the connection break. */
async function postUntilTaken(path: string, form: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await post(path, form)
    if (reply?.status === 303) return
    await pause(200)
  }
  throw new Error(`${path} was not taken`)
}

/** A paid order's shipment, ready to be handed over. */
async function aReadyShipment(): Promise<{ id: string; number: number; order: number }> {
  expect(await new Buyer(world, members.pop()!).buy()).toBe('paid')
  const [made] = await world.queryDatabase<{ id: string; number: number; order: number }>(
    `update shipments set state = 'ready', waits_for = null from orders
     where orders.id = order_id and shipments.state in ('waiting', 'ready')
     returning shipments.id, shipments.number, orders.number as order`,
  )
  return made!
}

/** The day on which its orders are placed: none leaves before. */
const today = () => shopDates('America/Los_Angeles').isoDay(new Date())

const writes: { name: string; step: 'handover' | 'tracking'; write: Write }[] = [
  {
    name: 'a handover is made',
    step: 'handover',
    write: { table: 'handover_shipments', on: 'insert' },
  },
  {
    name: 'an event is recorded',
    step: 'tracking',
    write: { table: 'shipment_events', on: 'insert', when: "new.kind = 'shipped'" },
  },
  {
    name: 'the email about it is queued',
    step: 'tracking',
    write: { table: 'mails', on: 'insert', when: "new.kind = 'order-shipped'" },
  },
]

describe.each(writes)('kill -9 as $name', ({ step, write }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const { id, number, order } = await aReadyShipment()
    const [profile] = await world.queryDatabase<{ id: string }>(`select id from shipper_profiles`)
    const steps: { step: string; path: string; form: Record<string, string> }[] = [
      {
        step: 'handover',
        path: paths.handovers(),
        form: { intent: 'make', profile: profile!.id, s: String(number), key: randomUUID() },
      },
      {
        step: 'tracking',
        path: paths.shipment(number),
        form: {
          intent: 'tracking',
          order: String(order),
          carrier: 'ups',
          trackingNumber: `1Z999FAU${String(number).padStart(10, '0')}`,
          shippedOn: today(),
        },
      },
    ]
    for (const { path, form, ...one } of steps) {
      if (one.step === step) await killAtCommit(world, write, how, () => post(path, form))
      await postUntilTaken(path, form)
    }
    const [left] = await world.queryDatabase(
      `select (select state from shipments where id = $1) as state,
         (select count(*)::int from handover_shipments where shipment_id = $1) as handovers,
         (select count(*)::int from shipment_events
            where shipment_id = $1 and kind = 'handed-over') as handed,
         (select count(*)::int from shipment_events
            where shipment_id = $1 and kind = 'shipped') as shipped,
         (select count(*)::int from parcels where shipment_id = $1) as parcels,
         (select count(*)::int from shipment_mails
            where shipment_id = $1 and kind = 'order-shipped') as mails`,
      [id],
    )
    const once = { handovers: 1, handed: 1, shipped: 1, parcels: 1, mails: 1 }
    expect(left).toEqual({ state: 'shipped', ...once })
    await expectConsistent(world)
    const sentMails = await world.queryDatabase<{ state: string }>(
      `select state from mails where kind = 'order-shipped'`,
    )
    const [{ shipments }] = (await world.queryDatabase<{ shipments: number }>(
      `select count(*)::int as shipments from shipments where state = 'shipped'`,
    )) as [{ shipments: number }]
    expect(sentMails.map(({ state }) => state)).toEqual(
      Array.from({ length: shipments }, () => 'sent'),
    )
  })
})
