import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Processes } from '#platform/processes/process-report.rules.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { checkoutFigures } from './figures.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** Checkouts of that state, each with an order of so many minutes ago where one is asked for. */
const begin = (state: 'open' | 'expired' | 'paid', minutesAgo: number | null = null) =>
  testShop.db.execute(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, expires_at)
      values ('card', ${state}, '', 'ground', 45000, 3500, 3263, 51763, now()) returning id),
    placed as (
      insert into orders (checkout_id, channel, email, name, shipping_method, ship_to,
        subtotal_cents, shipping_cents, tax_cents, total_cents, created_at)
      select id, 'card', 'a@b.example', 'A', 'ground', '{"state":"CA"}', 45000, 3500, 3263, 51763,
        now() - make_interval(mins => ${minutesAgo}::int) from begun
      where ${minutesAgo}::int is not null returning id)
    insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
    select id, 'malbec-2022', 'Malbec', 1, 45000, 3263 from placed`)

test('the figures count open checkouts, orders of an hour, and events that wait', async () => {
  await testShop.db.execute(sql`
    insert into provider_events (id, type, object_id, created_at, settled_at)
    select 'evt_' || n, 'payment_intent.succeeded', 'pi_1', now(), case when n = 1 then now() end
    from generate_series(1, 3) as n`)
  await begin('open')
  await begin('expired')
  await begin('paid', 59)
  await begin('paid', 61)
  const samples = async () => {
    const figures = (await checkoutFigures.read(testShop.db)) as never
    return Object.fromEntries(
      checkoutFigures.gauges.flatMap(({ name, read }) =>
        read(figures).map(([labels, value]) => [[name, ...Object.values(labels)].join(' '), value]),
      ),
    )
  }
  expect(await samples()).toMatchObject({
    kohue_holds_open: 1,
    'kohue_orders_last_hour card': 1,
    'kohue_orders_last_hour cart': 0,
    kohue_provider_events_unsettled: 2,
  })
})

test('alarms are raised at their bounds, and not before', () => {
  const isBad = (name: string, figures: object, providerFailures = 0) =>
    checkoutFigures.alarms![name]!.isBad(
      { holds: 0, ordersByChannel: {}, unsettledEvents: 0, ...figures } as never,
      { processes: { providerFailures } as Processes, minutesAway: 0 },
    )
  expect([0, 1].map((unsettledEvents) => isBad('events-unsettled', { unsettledEvents }))).toEqual([
    false,
    true,
  ])
  expect([2, 3].map((failures) => isBad('provider-failing', {}, failures))).toEqual([false, true])
  expect([9, 10].map((holds) => isBad('holds-unpaid', { holds }))).toEqual([false, true])
  expect(isBad('holds-unpaid', { holds: 10, ordersByChannel: { card: 1 } })).toBe(false)
  const minutes = Object.values(checkoutFigures.alarms!).map(({ after }) => after)
  expect(minutes).toEqual([10, 5, 15])
})
