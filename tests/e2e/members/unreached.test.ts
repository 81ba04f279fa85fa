import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { dashboardCopy } from '#platform/layout/members.copy.ts'
import { payAsTexan } from '#tests/e2e/admin/a-guest-order.ts'
import { aStaffMember } from '#tests/e2e/admin/a-staff-member.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectHydrated } from '#tests/harness/keyboard.ts'
import { putRelease } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aMember } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a form that another page answers leaves its page as it is where it brings back nothing', async () => {
  const { page, context } = await aMember(browser, { size: 'phone' })
  await page.goto(paths.dashboard())
  const button = page.getByRole('button', { name: dashboardCopy.moreInfo })
  await expectHydrated(button)
  await context.route(/\.data/, (route) => route.abort())
  await button.click()
  await page.getByText(errorCopy.networkError).waitFor()
  expect(await button.isVisible()).toBe(true)
  await context.unroute(/\.data/)
  await button.click()
  await page.getByText(errorCopy.networkError).waitFor({ state: 'hidden' })
  expect(await button.isVisible()).toBe(true)
  await context.close()
})

test('the secret word stays typed where it does not reach the shop', async () => {
  const { page, context } = await aMember(browser)
  await page.goto(`${paths.currentRelease()}?ask=year`)
  const answer = page.getByLabel(releaseCopy.secretLabel)
  const button = page.getByRole('button', { name: releaseCopy.secretSend })
  await expectHydrated(button)
  await answer.fill('malbec')
  await context.route(/\.data/, (route) => route.abort())
  await button.click()
  await page.getByText(errorCopy.networkError).waitFor()
  expect(await answer.inputValue()).toBe('malbec')
  await context.unroute(/\.data/)
  await button.click()
  await answer.waitFor({ state: 'hidden' })
  await context.close()
})

test('a link that the network keeps from the shop says so, and works again later', async () => {
  const { page, context } = await aMember(browser, { size: 'phone' })
  await page.goto('/members')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Account Details' }).click()
  await page.getByRole('heading', { level: 1, name: 'We could not reach the shop' }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/notified|number/)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Shipping address' }).first().waitFor()
  await context.close()
})

test('staff read the same where a page of the admin is not reached', async () => {
  const { page, context } = await aStaffMember(browser, { size: 'desktop' })
  await page.goto('/admin/releases')
  await page.getByRole('link', { name: 'Wines' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Wines' }).waitFor()
  await context.setOffline(true)
  // Its script has been loaded: else the browser shows its own page.
  await page.getByRole('link', { name: 'Releases' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'We could not reach the shop' }).waitFor()
  await context.close()
})

test('what is reloaded behind a page leaves it as it is while the shop is not reached', async () => {
  const release = await putRelease({ email: null, state: 'draft', opensIn: 600, wines: [] })
  const { page, context } = await aStaffMember(browser, { size: 'desktop' })
  let reloads = 0
  await context.route(/\.data/, (route) => {
    reloads++
    return route.abort()
  })
  await page.goto(paths.release(release, 'live'))
  // It goes on: a page of an error would not.
  await expect.poll(() => reloads).toBeGreaterThan(1)
  expect(await page.getByRole('link', { name: 'Large view' }).count()).toBe(1)
  await context.close()
  await queryDatabase('delete from releases where id = $1', [release])
})

test('a page that no one looks at does not read its figures again', async () => {
  const release = await putRelease({ email: null, state: 'draft', opensIn: 600, wines: [] })
  const { page, context } = await aStaffMember(browser, { size: 'desktop' })
  await page.clock.install()
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/live.data')) reads += 1
  })
  await page.goto(paths.release(release, 'live'))
  const show = (visibilityState: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibilityState)
  await page.clock.runFor(6_000)
  await expect.poll(() => reads).toBeGreaterThan(0)
  await show('hidden')
  // What was due before it was hidden may still be read.
  await page.clock.runFor(6_000)
  await page.waitForLoadState('networkidle')
  const before = reads
  for (let times = 0; times < 4; times++) await page.clock.runFor(6_000)
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()))
  expect(reads).toBe(before)
  await show('visible')
  await page.clock.runFor(6_000)
  await expect.poll(() => reads).toBeGreaterThan(before)
  // Nor does the page that is left by a link read those of the next one.
  let others = 0
  page.on('request', (request) => {
    if (request.url().includes('/waves.data')) others += 1
  })
  await page.getByRole('link', { name: 'Waves', exact: true }).click()
  await page.getByRole('group', { name: 'Wave 1' }).waitFor()
  for (let times = 0; times < 2; times++) await page.clock.runFor(6_000)
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()))
  expect(others).toBe(1)
  // The large view reads them by the clock, also where no stream says that they changed.
  await page.route('**/admin/live?*', (route) => route.abort())
  await page.goto(paths.releaseDay(release))
  const large = page.waitForRequest((request) => request.url().includes('/live/large.data'))
  await page.clock.runFor(6_000)
  await large
  await context.close()
  await queryDatabase('delete from releases where id = $1', [release])
})

test('what is shown after a form is not what was there before it, when it is not reached', async () => {
  const { url } = theShop()
  const email = `${randomUUID()}@example.com`
  await payAsTexan(url, { name: 'Eva Marsh', email })
  const [order] = await queryDatabase<{ number: number }>(
    'select number from orders where email = $1',
    [email],
  )
  const { page, context } = await aStaffMember(browser, { size: 'desktop' })
  await page.goto(paths.staffOrder(order!.number))
  await context.route(/\.data/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Add a note').fill('She called.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('heading', { level: 1, name: 'We could not reach the shop' }).waitFor()
  await context.unroute(/\.data/)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByText('She called.').first().waitFor()
  await context.close()
})
