import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dispatchEveryDay } from '#shipping/readiness/dispatch-days.rules.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import type { Write } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  members.push(...(await world.members(64)))
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
    expect(await killAtCommit(world, write, how, () => flow(aBuyer()))).toBe('paid')
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

describe('kill -9 as a month of the accounts is closed', () => {
  const months = async () =>
    world.queryDatabase<{ months: number; files: number; entries: number }>(
      `select (select count(*)::int from accounting_months) as months,
         (select count(*)::int from accounting_files) as files,
         (select count(*)::int from audit_log where action = 'month-closed') as entries`,
    )

  test.each([
    ['undo', { months: 0, files: 0, entries: 0 }],
    ['commit', { months: 1, files: 3, entries: 1 }],
  ] as const)('and the database is to %s', async (how, expected) => {
    const cookie = members.pop()!
    // All of them: a cookie does not tell whose it is.
    await world.queryDatabase(`update users set role = 'staff'`)
    await world.queryDatabase(
      `with moved as (
         insert into provider_movements (id, kind, category, amount_cents, fee_cents, created_at,
           dated, month)
         values ('txn_faults', 'fee', 'fee', -700, 0, '2025-03-10', '2025-03', '2025-03')
         on conflict do nothing),
       seen as (
         insert into movement_reads (started_at, finished_at, read_from, read_to)
         values (now(), now(), '2020-01-01', now()))
       insert into reconciliations (started_at, finished_at, span_from, span_to, difference_count)
       values (now(), now(), '2020-01-01', now(), 0)`,
    )
    const page = `${world.shop.url}/admin/accounting/2025-03`
    const shown = await (await fetch(page, { headers: { cookie } })).text()
    const [, seen] = /name="seen" value="([^"]+)"/.exec(shown)!
    await killAtCommit(world, { table: 'accounting_months', on: 'insert' }, how, () =>
      fetch(page, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: world.shop.url },
        body: new URLSearchParams({ intent: 'close', seen: seen! }),
      }).catch(() => null),
    )
    expect(await months()).toEqual([expected])
  })
})

describe('kill -9 in the middle of an erasure', () => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const email = `erased-${how}@list.example`
    const [subscriber] = await world.queryDatabase<{ id: string }>(
      `with said as (
         insert into consents (email, kind, verdict, source, wording)
         values ($1, 'email', 'yes', 'form', 'Join'))
       insert into mailing_list_clients (full_name, email, consent_source, consent_wording)
       values ('Ana Ruiz', $1, '/ex-join', 'Join') returning id`,
      [email],
    )
    const left = async () => {
      const [counts] = await world.queryDatabase(
        `select (select count(*)::int from mailing_list_clients where email = $1) as list,
           (select count(*)::int from consents where email = $1) as ledger`,
        [email],
      )
      return counts
    }
    await killAtCommit(
      world,
      { table: 'suppressions', on: 'insert' },
      how,
      () =>
        world.queryDatabase(
          `select graphile_worker.add_job('erase-subscriber', json_build_object('subscriberId', $1::text))`,
          [subscriber!.id],
        ),
      async () => {
        const rows = how === 'undo' ? 1 : 0
        expect(await left()).toEqual({ list: rows, ledger: rows })
      },
    )
    await expectConsistent(world)
    expect(await left()).toEqual({ list: 0, ledger: 0 })
    const mailbox = await fetch(`${world.fakes.url}/mail/messages?to=${encodeURIComponent(email)}`)
    const { messages } = (await mailbox.json()) as { messages: { subject: string }[] }
    expect(messages.map(({ subject }) => subject)).toEqual(['Your data at Kohue has been erased'])
    const mails = await world.queryDatabase('select id from mails where recipient = $1', [email])
    expect(mails).toEqual([])
  })
})
