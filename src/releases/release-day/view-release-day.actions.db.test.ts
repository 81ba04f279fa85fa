import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { tellOfRelease } from '#app/seed/story/release.ts'
import { removeReport, writeReport } from '#platform/processes/process-reports.store.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { viewReleaseDay } from './view-release-day.actions.server.ts'

let testShop: TestShop
let release: string
let clock = new Date()

beforeAll(async () => {
  testShop = await openTestShop()
  await tellOfRelease(testShop.db, new Date())
  const { rows } = await testShop.db.execute<{ id: string }>(sql`select id from releases`)
  release = rows[0]!.id
})
afterAll(() => testShop.close())

/** Read later than any reading before, which would be shared for a moment. */
async function viewed() {
  clock = new Date(clock.getTime() + 60_000)
  return (await viewReleaseDay({ ...testShop.services, clock: () => clock }, release))!
}

const report = {
  slowestRoute: null,
  slowestP95: null,
  loopDelay: 0,
  connectionsWaitedFor: 0,
  providerFailures: 0,
  serverErrors: 0,
}

test('orders and dollars are those of the release since it opened', async () => {
  const { sales } = await viewed()
  const { rows } = await testShop.db.execute<{ orders: number; cents: number; cases: number }>(sql`
    select count(distinct order_id)::int as orders, sum(quantity)::int as cases,
      sum(quantity * unit_price_cents)::int as cents
    from order_lines where product_id in (
      select product_id from release_wines where release_id = ${release})`)
  const { orders, cents, cases } = rows[0]!
  expect(orders).toBeGreaterThan(0)
  expect(sales).toMatchObject({ orders, wineCents: cents, units: cases })

  await testShop.db.execute(sql`update orders set is_rehearsal = true`)
  expect((await viewed()).sales).toMatchObject({ orders: 0, lastMinute: 0, wineCents: 0 })
  await testShop.db.execute(sql`update orders set is_rehearsal = false, created_at = now()`)
  expect((await viewed()).sales).toMatchObject({ orders, lastMinute: orders })
})

test('a receipt that waits for over two minutes is said', async () => {
  const before = await viewed()
  expect(before.service.receiptsWaiting).toBeNull()
  expect(before.warnings).not.toContain('receipts-wait')
  await testShop.db.execute(sql`
    insert into mails (kind, recipient, props, created_at)
    values ('order-confirmation', 'a@b.example', '{}', now() - interval '3 minutes')`)
  const day = await viewed()
  expect(day.service.receiptsWaiting).toBeGreaterThan(179)
  expect(day.service.emailsLeft).toBe(before.service.emailsLeft + 1)
  expect(day.warnings).toContain('receipts-wait')
  const receiptIs = async (state: string) => {
    await testShop.db.execute(
      sql`update mails set state = ${state} where recipient = 'a@b.example'`,
    )
    return (await viewed()).warnings.includes('receipts-wait')
  }
  expect(await receiptIs('sending')).toBe(true)
  expect(await receiptIs('failed')).toBe(false)
  expect(await receiptIs('queued')).toBe(true)
})

test('every process is counted, whichever is asked', async () => {
  expect((await viewed()).warnings).toContain('no-process-ready')
  const [one, two, killed] = [randomUUID(), randomUUID(), randomUUID()]
  const startedAt = new Date(Date.now() - 3_600_000)
  await writeReport(testShop.db, { ...report, id: one, startedAt, notReady: null })
  await writeReport(testShop.db, {
    ...{ ...report, id: two, startedAt, notReady: null },
    ...{ slowestRoute: 'cart', slowestP95: 1_900, providerFailures: 3 },
  })
  const both = await viewed()
  expect(both.service.processes).toMatchObject({
    ...{ ready: 2, notReady: 0, missing: 0, providerFailures: 3 },
    slowest: { route: 'cart', p95: 1_900 },
  })
  expect(both.warnings).toEqual(
    expect.arrayContaining(['provider-failing', 'pages-slow', 'receipts-wait']),
  )
  expect(both.warnings).not.toContain('process-missing')

  await writeReport(testShop.db, { ...report, id: killed, startedAt, notReady: null })
  await testShop.db.execute(sql`
    update process_reports set at = now() - interval '1 minute' where id = ${killed}`)
  expect((await viewed()).warnings).toContain('process-missing')
  // One that stops in order is not missing; one that was killed is forgotten after ten minutes.
  await removeReport(testShop.db, two)
  await testShop.db.execute(sql`
    update process_reports set at = now() - interval '11 minutes' where id = ${killed}`)
  const left = await viewed()
  expect(left.service.processes).toMatchObject({ ready: 1, missing: 0 })
  await writeReport(testShop.db, { ...report, id: one, startedAt, notReady: null })
  const { rows } = await testShop.db.execute(sql`select id from process_reports`)
  expect(rows).toEqual([{ id: one }])
})

test('screens that look at the same moment share one reading', async () => {
  clock = new Date(clock.getTime() + 60_000)
  const services = { ...testShop.services, clock: () => clock }
  const first = await viewReleaseDay(services, release)
  expect(await viewReleaseDay(services, release)).toEqual(first)
  expect(await viewReleaseDay(services, randomUUID())).toBeNull()
})

test('a reading that failed is not kept for the next screen', async () => {
  clock = new Date(clock.getTime() + 60_000)
  let isAway = true
  const db = new Proxy(testShop.db, {
    get(target, name) {
      if (isAway) throw new Error('away')
      return Reflect.get(target, name)
    },
  })
  const services = { ...testShop.services, db, clock: () => clock }
  await expect(viewReleaseDay(services, release)).rejects.toThrow('away')
  isAway = false
  expect(await viewReleaseDay(services, release)).toMatchObject({ id: release })
})
