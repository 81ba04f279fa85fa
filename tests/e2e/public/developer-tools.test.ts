import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the test page', () => {
  test('calls the API and shows its response', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.test())
    await page.getByRole('button', { name: 'Call GET /api/test' }).click()
    await page.getByRole('status').getByText('"status":"up"').waitFor()
    await context.close()
  })

  test('throws, and the error page tells the number to write to us about', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.test())
    await page.getByRole('button', { name: 'Throw an error' }).click()
    await page.getByRole('heading', { name: 'Something went wrong', level: 1 }).waitFor()
    expect(await page.getByRole('main').locator('code').textContent()).toMatch(/^[\da-f]{16}$/)
    expect(await page.content()).not.toContain('Thrown from the test page')
    await context.close()
  })
})
