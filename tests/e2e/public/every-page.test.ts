import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser, registered, sizes } from '#tests/harness/browser.ts'

import { messages, missing, publicPages } from './pages.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const addresses = [...Object.keys(publicPages), ...Object.keys(messages), paths.styleguide()]

describe.each(addresses)('%s', (address) => {
  test('is accessible at both sizes, fits the narrowest screen, and reports no fault', async () => {
    const { context, page, faults } = await aVisitor(browser)
    await page.goto(address, { waitUntil: 'load' })
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.locator('main').count()).toBe(1)
    for (const size of [sizes.desktop, sizes.phone]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    // The browser itself reports the 404 of a page that is not there.
    expect(address === missing ? faults.slice(1) : faults).toEqual([])
    await context.close()
  })
})

test('a button that opens a dialog leaves the console silent', async () => {
  const { context, page } = await aVisitor(browser)
  const said: string[] = []
  page.on('console', (message) => {
    if (/popovertarget|commandfor/i.test(message.text())) said.push(message.text())
  })
  await page.goto(paths.about(), { waitUntil: 'load' })
  const policy = page.getByRole('button', { name: 'Shipping Policy' }).first()
  const dialog = page.getByRole('dialog')
  await policy.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(said).toEqual([])
  await context.close()
})

test('the browser understands every word of the headers', async () => {
  const { context, page } = await aVisitor(browser)
  const notUnderstood: string[] = []
  page.on('console', (message) => {
    if (/Permissions-Policy|Content.Security.Policy/i.test(message.text())) {
      notUnderstood.push(message.text())
    }
  })
  await page.goto(paths.home(), { waitUntil: 'load' })
  expect(notUnderstood).toEqual([])
  await context.close()
})

describe.each(['desktop', 'phone'] as const)('the age gate on a %s', (size) => {
  test('is accessible when it asks and when it refuses', async () => {
    const { context, page } = await aVisitor(browser, { size, isOver21: false })
    await page.goto(paths.home())
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I am under 21' }).click()
    await page.getByRole('dialog').getByRole('link').waitFor()
    await expectAccessible(page)
    await context.close()
  })
})

describe.each(['desktop', 'phone'] as const)('what went wrong, on a %s', (size) => {
  test('is accessible: a page for staff only', async () => {
    const visitor = await aVisitor(browser, { size })
    await registered(visitor)
    const { context, page } = visitor
    const response = await page.goto(paths.subscriberList())
    expect(response!.status()).toBe(403)
    await page.getByRole('heading', { level: 1, name: errorCopy.staffOnly.title }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('is accessible: a server error', async () => {
    const { context, page } = await aVisitor(browser, { size })
    await page.goto(paths.test())
    const response = page.waitForResponse((one) => one.request().method() === 'POST')
    await page.getByRole('button', { name: 'Throw an error' }).click()
    expect((await response).status()).toBe(500)
    await page.getByRole('heading', { level: 1, name: errorCopy.unexpected.title }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('is accessible: a form that is not filled in', async () => {
    const { context, page } = await aVisitor(browser, { size })
    await page.goto(paths.mailingList())
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('alert').getByText('Please fill all fields').waitFor()
    await expectAccessible(page)
    await context.close()
  })
})

describe.each(Object.entries(publicPages))('%s', (address, title) => {
  test('says what it is, with JavaScript off', async () => {
    const { context, page } = await aVisitor(browser, { javaScript: false })
    const response = await page.goto(address)
    expect(response?.status()).toBe(address === missing ? 404 : 200)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    const described = await page
      .locator('meta[name="description"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content.length))
    expect(described).toHaveLength(address === missing ? 0 : 1)
    // A result of a search shows no more.
    expect(Math.max(0, ...described)).toBeLessThanOrEqual(160)
    await context.close()
  })
})
