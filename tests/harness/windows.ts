import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Windows in CSS pixels: at 200 % zoom a screen has half of them. */
export const windows = {
  'the narrowest phone': { width: 320, height: 568 },
  'a phone': { width: 390, height: 844 },
  'a phone on its side': { width: 844, height: 390 },
  'a laptop at 200 % zoom': { width: 720, height: 450 },
  'a tablet': { width: 1024, height: 768 },
  'a tablet upright': { width: 768, height: 1024 },
  'a desktop': { width: 1440, height: 900 },
} as const

/**
 * What reaches beyond the window's edges, is cut off within its own box, or moves sideways in a box
 * of its own. Tables may: they are wider than a phone, and scroll by themselves.
 */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })
    }
    const overflowOf = (element: Element) => getComputedStyle(element).overflowX
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(overflowOf(element))
    const isTooNarrow = (element: Element) =>
      element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    const tellerOf = (element: Element) =>
      `${element.tagName} ${element.textContent!.trim().slice(0, 40)}`

    const tableBoxes: Element[] = [...document.querySelectorAll('table')].flatMap((table) => {
      const box = table.parentElement!
      return scrolls(box) ? [box] : []
    })
    // A row of tabs scrolls by itself, and shows that it does.
    tableBoxes.push(...document.querySelectorAll('[data-scrolls]'))
    const inTableBox = (element: Element) =>
      tableBoxes.some((box) => box !== element && box.contains(element))
    const shown = [...document.querySelectorAll('body *')].filter((element) => !isHidden(element))
    const found = shown
      .filter((element) => hasText(element) || tableBoxes.includes(element))
      .filter((element) => !inTableBox(element))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isCut = isTooNarrow(element) && ['hidden', 'clip'].includes(overflowOf(element))
        return left < -1 || right > innerWidth + 1 || isCut
      })
    const moving = shown.filter(
      (element) => scrolls(element) && !tableBoxes.includes(element) && isTooNarrow(element),
    )
    const sideways = document.documentElement.scrollWidth - innerWidth
    return [
      ...(sideways > 0 ? [`${sideways} px sideways`] : []),
      ...found.map(tellerOf),
      ...moving.map((element) => `sideways within ${tellerOf(element)}`),
    ]
  })

/** The page fits every window, also a phone with text twice as large. */
export async function expectToFitEveryWindow(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  for (const [name, size] of Object.entries(windows)) {
    await page.setViewportSize(size)
    expect(await outside(page), name).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.setViewportSize(windows['a phone'])
  expect(await outside(page), 'text twice as large').toEqual([])
}
