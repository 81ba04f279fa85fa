import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { paths } from '#web/paths.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the direct offer', () => {
  test.each([true, false])('multiplies price by quantity (JavaScript: %s)', async (javaScript) => {
    const { context, page } = await aVisitor(browser, { javaScript })
    await page.goto(paths.offering())
    const quantities = page.getByRole('group', { name: 'How many cases' })
    const total = page.locator('form b:visible')
    expect(await total.textContent()).toBe('$450.00 × 1 = $450.00')
    await quantities.getByRole('radio', { name: '3' }).check()
    expect(await total.textContent()).toBe('$450.00 × 3 = $1,350.00')
    expect(await quantities.getByRole('radio').count()).toBe(3)
    await context.close()
  })
})

describe('the single-bottle offer', () => {
  test('is one bottle of the 2021 Malbec at the configured price', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.singleBottle())
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: '2021 Malbec' }).waitFor()
    await main.getByText('1 bottle (750ml)').waitFor()
    await main.getByText('$150', { exact: true }).waitFor()
    expect(await main.getByRole('radio').count()).toBe(0)
    await main.getByRole('button', { name: 'Checkout' }).waitFor()
    await context.close()
  })
})
