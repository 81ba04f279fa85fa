import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { expectToFitEveryWindow, outside, windows } from '#tests/harness/windows.ts'

import { messages, publicPages } from './pages.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const forms = [paths.login(), paths.register(), paths.resetPassword()]
const addresses = [...Object.keys(publicPages), ...Object.keys(messages), ...forms]

describe.each(addresses)('%s', (address) => {
  test('fits every window, also with text twice as large', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(address)
    await expectToFitEveryWindow(page)
    await context.close()
  })

  test('stands still for who asked for less motion', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(address)
    const moving = await page.evaluate(() => ({
      animations: document
        .getAnimations()
        .filter(
          (one) => one.playState === 'running' && Number(one.effect?.getTiming().duration) > 1,
        ).length,
      scrolling: getComputedStyle(document.documentElement).scrollBehavior,
    }))
    expect(moving).toEqual({ animations: 0, scrolling: 'auto' })
    await context.close()
  })

  test('is on paper what it says, and nothing to press', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(address)
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    expect(await page.getByRole('navigation').count()).toBe(0)
    const ink = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('h1')!)
      const [red, green, blue] = color.match(/[\d.]+/g)!.map(Number) as [number, number, number]
      return (red * 299 + green * 587 + blue * 114) / 1_000
    })
    // Pictures and fields of colour are not printed by most: light letters would be gone.
    expect(ink).toBeLessThan(140)
    await context.close()
  })
})

test.each([
  ['the age gate', paths.home()],
  ['the styleguide', paths.styleguide()],
])('%s fits every window, also with text twice as large', async (name, address) => {
  const { context, page } = await aVisitor(browser, { isOver21: name !== 'the age gate' })
  await page.goto(address)
  await expectToFitEveryWindow(page)
  await context.close()
})

describe.each(Object.entries(windows))('the age gate on %s', (_, size) => {
  test('can be read and answered', async () => {
    const { context, page } = await aVisitor(browser, { isOver21: false })
    await page.setViewportSize(size)
    await page.goto(paths.home())
    expect(await outside(page)).toEqual([])
    for (const name of ['I am over 21', 'I am under 21']) {
      const button = page.getByRole('button', { name })
      await button.scrollIntoViewIfNeeded()
      const box = (await button.boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height).toBeLessThanOrEqual(size.height)
    }
    await page.getByRole('button', { name: 'I am over 21' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await context.close()
  })
})
