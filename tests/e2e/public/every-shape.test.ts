import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { paths } from '#web/paths.ts'

import { messages, publicPages } from './pages.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const forms = [paths.login(), paths.register(), paths.resetPassword()]
const addresses = [...Object.keys(publicPages), ...Object.keys(messages), ...forms]

/** Windows in CSS pixels: what a screen at 200 % zoom leaves is half of it. */
const windows = {
  'the narrowest phone': { width: 320, height: 568 },
  'a phone': { width: 390, height: 844 },
  'a phone on its side': { width: 844, height: 390 },
  'a laptop at 200 % zoom': { width: 720, height: 450 },
  'a tablet': { width: 1024, height: 768 },
  'a tablet upright': { width: 768, height: 1024 },
  'a desk': { width: 1440, height: 900 },
} as const

/** What reaches beyond the window's right edge, or is cut off within its own box. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })
    }
    const found = [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && !isHidden(element))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const cut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        const cuts = ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
        return left < -1 || right > innerWidth + 1 || (cut && cuts)
      })
      .map((element) => `${element.tagName} ${element.textContent!.trim().slice(0, 40)}`)
    const sideways = document.documentElement.scrollWidth - innerWidth
    return sideways > 0 ? [`${sideways} px sideways`, ...found] : found
  })

describe.each(addresses)('%s', (address) => {
  test('fits every window, also with letters twice as large', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(address)
    for (const [name, size] of Object.entries(windows)) {
      await page.setViewportSize(size)
      expect(await outside(page), name).toEqual([])
    }
    await page.addStyleTag({ content: 'html { font-size: 200% }' }).catch(() => {})
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.setViewportSize(windows['a phone'])
    expect(await outside(page), 'letters twice as large').toEqual([])
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
