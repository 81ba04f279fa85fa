import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aVisitor, openBrowser, sizes } from '#tests/harness/browser.ts'
import { paths } from '#web/paths.ts'

import { messages, missing, publicPages } from './pages.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const addresses = [...Object.keys(publicPages), ...Object.keys(messages), paths.styleguide()]

const violationsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

describe.each(addresses)('%s', (address) => {
  test('is accessible at both sizes, fits the narrowest screen, and reports no fault', async () => {
    const { context, page, faults } = await aVisitor(browser)
    await page.goto(address, { waitUntil: 'load' })
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.locator('main').count()).toBe(1)
    for (const size of [sizes.desktop, sizes.phone]) {
      await page.setViewportSize(size)
      expect(await violationsOf(page)).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    // The browser itself reports the 404 of a page that is not there.
    expect(faults).toHaveLength(address === missing ? 1 : 0)
    await context.close()
  })
})

describe.each(['desktop', 'phone'] as const)('the age gate on a %s', (size) => {
  test('is accessible when it asks and when it refuses', async () => {
    const { context, page } = await aVisitor(browser, { size, isOver21: false })
    await page.goto(paths.home())
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'I am under 21' }).click()
    await page.getByRole('dialog').getByRole('link').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  })
})

describe.each(Object.entries(publicPages))('%s', (address, title) => {
  test('says what it is, with JavaScript off', async () => {
    const { context, page } = await aVisitor(browser, { javaScript: false })
    const response = await page.goto(address)
    expect(response?.status()).toBe(address === missing ? 404 : 200)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await context.close()
  })
})
