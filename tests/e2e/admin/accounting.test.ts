import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Browser, Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser, sizes, waitForHydration } from '#tests/harness/browser.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'

import { payAsTexan } from './a-guest-order.ts'

const dir = resolve('.data-test', `accounting-${process.pid}`)

let browser: Browser
let server: TestServer
let pool: ReturnType<typeof openPool>

// A shop of its own: a comparison with the provider is about all orders.
beforeEach(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startTestServer(dir)])
  pool = openPool(server.facts.databaseUrl, 1)
})
afterEach(async () => {
  await Promise.all([browser.close(), pool.end()])
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** The month before this one, in the shop's time zone: `2026-10`. */
function lastMonth(): string {
  const [year, month] = shopDates('America/Los_Angeles').isoDay(new Date()).split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 2, 1)).toISOString().slice(0, 7)
}

async function loggedIn(to: string): Promise<Page> {
  const { url, admin } = server.facts
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes.desktop,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  waitForHydration(context)
  const page = await context.newPage()
  await page.goto(paths.login(to))
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  return page
}

/** Reads and compares, and waits for the result on the same page. */
async function compare(page: Page, said: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Read and compare' }).click()
  await expect.poll(() => page.locator('main').innerText(), { timeout: 60_000 }).toMatch(said)
}

test('a month is read, compared, closed with its files, and opened again with a reason', async () => {
  const month = lastMonth()
  const name = monthName(month)
  const email = 'of.last.month@example.com'
  await payAsTexan(server.facts.url, { name: 'Eva Marsh', email })
  const { rows } = await pool.query<{ number: number; payment: string; at: Date }>(
    `select number, payment_intent_id as payment, created_at as at from orders where email = $1`,
    [email],
  )
  const [order] = rows
  const setOrder = (payment: string, at: string | Date) =>
    pool.query('update orders set payment_intent_id = $1, created_at = $2 where number = $3', [
      payment,
      at,
      order!.number,
    ])
  // As an order of that month that the provider knows nothing about.
  await setOrder('pi_unknown', `${month}-02T12:00:00Z`)
  const page = await loggedIn(paths.accountingMonth(month))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const close = page.getByRole('button', { name: `Close ${name}` })
  expect(await close.count()).toBe(0)
  await compare(page, `Order K-${order!.number} has no movement at the provider.`)
  expect(await close.count()).toBe(0)
  await expectAccessible(page)

  // The first movement is of that month, so closing begins with it.
  await setOrder(order!.payment, order!.at)
  await pool.query(
    `insert into provider_movements (id, kind, category, amount_cents, fee_cents, created_at, dated, month)
     values ('txn_first', 'other', 'adjustment', 0, 0, $1, $2, $2)`,
    [`${month}-02T12:00:00Z`, month],
  )
  await compare(page, 'No differences.')
  await close.waitFor()
  await expectAccessible(page)
  await close.click()
  await page.getByText(`${name} is closed.`).waitFor()
  await page.getByText(`Closed by ${server.facts.admin.email}`).waitFor()
  expect(await close.count()).toBe(0)
  for (const kind of ['Every line (CSV)', 'Sums (CSV)', 'One page (PDF)']) {
    const file = page.getByRole('listitem').filter({ hasText: kind })
    const link = file.getByRole('link', { name: kind })
    const body = await (await page.request.get((await link.getAttribute('href'))!)).body()
    const sum = createHash('sha256').update(body).digest('hex')
    expect(await file.innerText()).toContain(sum)
  }
  await expectAccessible(page)

  await page.getByLabel('Reason').fill('A payout was read too early')
  await page.getByRole('button', { name: 'Open again' }).click()
  await page.getByText(`${name} is open again.`).waitFor()
  await close.waitFor()
  await page.goto(paths.auditLog({ q: 'month-reopened' }))
  await page.locator('summary', { hasText: 'Reason' }).click()
  await page.getByText('A payout was read too early').first().waitFor()
})
