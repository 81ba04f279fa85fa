import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dispatchEveryDay } from '#domain/shipping/dispatch-days.ts'

import { Buyer } from './world/buyer.ts'
import type { Write } from './world/held-commit.ts'
import { holdCommit } from './world/held-commit.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  members.push(...(await world.members(62)))
  await world.queryDatabase(
    `insert into shipping_settings (begun_at, begun_by, dispatch) values (now(), 'the faults', $1)`,
    [JSON.stringify(dispatchEveryDay)],
  )
})
afterAll(() => world.close())

const aBuyer = () => new Buyer(world, members.pop()!)

const buy = (buyer: Buyer) => buyer.buy()
const byCard = (buyer: Buyer) => buyer.buyByCard()
const offer = (buyer: Buyer) => buyer.buyOffer()
const changeOfMind = (buyer: Buyer) => buyer.changeMind()
const tooLate = (buyer: Buyer) => buyer.payTooLate()

const commits: { name: string; write: Write; flow?: (buyer: Buyer) => Promise<string> }[] = [
  { name: 'the cart is written', write: { table: 'cart_lines', on: 'insert' } },
  { name: 'the stock is held', write: { table: 'checkouts', on: 'insert' } },
  {
    name: 'the customer is kept',
    write: {
      table: 'users',
      on: 'update',
      when: 'new.stripe_customer_id is not null and old.stripe_customer_id is null',
    },
  },
  {
    name: 'the payment page is kept',
    write: {
      table: 'checkouts',
      on: 'update',
      when: 'new.session_id is not null and old.session_id is null',
    },
  },
  {
    name: 'the stock hold is released',
    write: { table: 'checkouts', on: 'update', when: "new.state = 'cancelled'" },
    flow: changeOfMind,
  },
  { name: 'the order is written', write: { table: 'orders', on: 'insert' } },
  {
    name: 'the card payment is kept',
    write: {
      table: 'checkouts',
      on: 'update',
      when: 'new.payment_intent_id is not null and old.payment_intent_id is null',
    },
    flow: byCard,
  },
  { name: 'the shipment of an order is written', write: { table: 'shipments', on: 'insert' } },
  { name: 'the order by card is written', write: { table: 'orders', on: 'insert' }, flow: byCard },
  {
    name: 'the verdict on an offer is written',
    write: {
      table: 'checkouts',
      on: 'update',
      when: 'new.verdict is not null and old.verdict is null',
    },
    flow: offer,
  },
  {
    name: 'the order of an offer is written',
    write: { table: 'orders', on: 'insert' },
    flow: offer,
  },
  { name: 'the event is noted', write: { table: 'provider_events', on: 'insert' } },
  {
    name: 'the email is claimed',
    write: { table: 'mails', on: 'update', when: "new.state = 'sending'" },
  },
  {
    name: 'the email is marked as sent',
    write: { table: 'mails', on: 'update', when: "new.state = 'sent'" },
  },
  {
    name: 'the refund is noted',
    write: { table: 'orders', on: 'update', when: "new.state = 'refunded'" },
    flow: tooLate,
  },
]

describe.each(commits)('kill -9 as $name', ({ write, flow = buy }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const held = await holdCommit(world.databaseUrl, write)
    const buying = flow(aBuyer())
    try {
      await Promise.race([held.reached(), buying.then(() => held.reached())])
    } finally {
      await world.shop.kill()
      await held.end(how)
      await world.shop.start()
    }
    expect(await buying).toBe('paid')
    await expectConsistent(world)
  })
})

const calls = [
  { call: 'POST /v1/customers', flow: buy },
  { call: 'POST /v1/checkout/sessions', flow: buy },
  { call: 'GET /v1/checkout/sessions/cs_*', flow: buy },
  { call: 'POST /v1/checkout/sessions/*/expire', flow: changeOfMind },
  { call: 'POST /v1/refunds', flow: tooLate },
  { call: 'POST /v1/payment_intents', flow: byCard },
  { call: 'POST /v1/payment_intents/*/confirm', flow: byCard },
  { call: 'POST /v1/payment_intents/*/capture', flow: offer },
]

describe.each(calls)('kill -9 while the provider has received $call', ({ call, flow }) => {
  test.each([
    ['and does it afterwards', 'delay'],
    ['and has done it', 'delay-after'],
    ['and never does it', 'drop-before'],
  ])('%s', async (_when, fault) => {
    // The library retries a dropped call at once: both are dropped.
    const times = fault === 'drop-before' ? 2 : 1
    const rule = await world.fault({ match: call, fault, ms: 1_500, times })
    const buying = flow(aBuyer())
    await expect.poll(() => world.isUsed(rule), { timeout: 30_000, interval: 20 }).toBe(true)
    await world.shop.kill()
    await world.shop.start()
    expect(await buying).toBe('paid')
    await expectConsistent(world)
  })
})

test('kill -9 while the mail server has an email and has not acknowledged it', async () => {
  const rule = await world.fault({ smtp: 'delay', ms: 3_000, times: 1 })
  const buying = aBuyer().buy()
  await expect.poll(() => world.isUsed(rule), { timeout: 30_000, interval: 20 }).toBe(true)
  await world.shop.kill()
  await world.shop.start()
  expect(await buying).toBe('paid')
  await expectConsistent(world)
})
