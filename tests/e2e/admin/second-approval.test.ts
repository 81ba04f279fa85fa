import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Browser, Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { approvalCopy as copy } from '#orders/approvals/admin-approvals.copy.ts'
import { openPool } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, openBrowser, sizes, waitForHydration } from '#tests/harness/browser.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'

import { payAsTexan } from './a-guest-order.ts'

const dir = resolve('.data-test', `second-approval-${process.pid}`)

let browser: Browser
let server: TestServer
let pool: ReturnType<typeof openPool>

// A shop of its own: the limit holds for all its refunds.
beforeEach(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startTestServer(dir)])
  pool = openPool(server.facts.databaseUrl, 1)
})
afterEach(async () => {
  await Promise.all([browser.close(), pool.end()])
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function aBrowserAt(size: keyof typeof sizes): Promise<Page> {
  const { url } = server.facts
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  waitForHydration(context)
  return context.newPage()
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto(paths.login(paths.today()))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
}

/** A colleague for orders, made staff by the owner whose page that is. */
async function aColleague(owner: Page): Promise<Page> {
  const { url } = server.facts
  const person = aPerson()
  const page = await aBrowserAt('phone')
  const { firstName: firstname, lastName: lastname, email, password } = person
  const registered = await page.context().request.post(`${url}/signin`, {
    headers: { origin: url },
    form: { firstname, lastname, email, password },
    maxRedirects: 0,
  })
  expect(registered.status()).toBe(302)
  await pool.query('update users set email_verified = true where email = $1', [email])
  await owner.goto(paths.people())
  await owner.getByLabel('Their email').fill(email)
  await owner
    .getByRole('group', { name: 'Their duties' })
    .getByRole('checkbox', { name: /^Support/ })
    .check()
  await owner.getByRole('button', { name: 'Make staff' }).click()
  await owner
    .getByRole('row', { name: `${firstname} ${lastname}` })
    .getByText('Support')
    .waitFor()
  await logIn(page, person)
  return page
}

const refundsOf = async (number: number) =>
  (
    await pool.query<{ state: string; amount_cents: number }>(
      `select r.state, r.amount_cents from refunds as r join orders as o on o.id = r.order_id
       where o.number = $1`,
      [number],
    )
  ).rows

test('a refund above the limit waits for a second person, who approves it from Today', async () => {
  const { url, admin } = server.facts
  const email = 'two.people@example.com'
  await payAsTexan(url, { name: 'Eva Marsh', email })
  const found = await pool.query<{ number: number }>('select number from orders where email = $1', [
    email,
  ])
  const { number } = found.rows[0]!

  const owner = await aBrowserAt('desktop')
  await logIn(owner, admin)
  const colleague = await aColleague(owner)
  await owner.goto(paths.shopSettings())
  await owner.getByLabel('Refunds over (dollars)').fill('500')
  await owner
    .locator('form', { has: owner.getByLabel('Refunds over (dollars)') })
    .getByRole('button')
    .click()
  await owner.getByText('Saved.').waitFor()

  await owner.goto(paths.staffOrder(number))
  await owner.getByText(copy.refundHint('$500.00')).waitFor()
  await owner.getByLabel('Goodwill in dollars').fill('600.00')
  await owner.getByLabel('Reason').fill('One case arrived broken.')
  await owner.getByRole('button', { name: 'Review refund' }).click()
  await owner.getByText(copy.askFinality).waitFor()
  await expectAccessible(owner)
  await owner.getByRole('button', { name: copy.askRefund('$600.00') }).click()
  await owner.getByText('A second person has 24 hours to approve the refund of $600.00.').waitFor()
  await owner.getByText(copy.own.refund('$600.00')).waitFor()
  await owner.getByRole('button', { name: copy.withdraw }).waitFor()
  expect(await owner.getByRole('button', { name: copy.approve.refund('$600.00') }).count()).toBe(0)
  await expectAccessible(owner)
  expect(await refundsOf(number)).toEqual([])
  await owner.goto(paths.today())
  await owner.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect(await owner.getByText(/Approve the refund/).count()).toBe(0)

  await colleague.goto(paths.today())
  const task = (button: string) =>
    colleague.getByRole('button', {
      name: new RegExp(`^${button}: Approve the refund of \\$600.00 on K-${number}`),
    })
  await colleague.getByText(/, asked by \S+: One case arrived broken\./).waitFor()
  await expectAccessible(colleague)
  await task('See what was asked').click()
  await colleague.getByText(copy.waits.refund('$600.00', admin.email)).waitFor()
  await colleague.getByText(copy.reason('One case arrived broken.')).waitFor()
  await expectAccessible(colleague)
  await colleague.getByRole('button', { name: copy.approve.refund('$600.00') }).waitFor()
  // What is known from the task alone is approved there, in one press.
  await colleague.goto(paths.today())
  await task('Approve').click()
  await colleague.getByText('$600.00 is refunded. The buyer is told by email.').waitFor()
  expect(await refundsOf(number)).toEqual([{ state: 'made', amount_cents: 60_000 }])
  await colleague.goto(paths.today())
  await colleague.getByText('All done.').waitFor()

  await owner.goto(paths.staffOrder(number))
  await owner.getByText(/^The refund of \$600.00 was approved by /).waitFor()
  await owner.getByText('Partly refunded').waitFor()
})
