import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Window sizes in CSS pixels; 200 % zoom halves them. */
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
 * Elements that overflow the window, are clipped by their own box, or scroll horizontally. Tables may
 * scroll, as they are wider than a phone.
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
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.textContent!.trim().slice(0, 40)}`

    const tableBoxes: Element[] = [...document.querySelectorAll('table')].flatMap((table) => {
      const box = table.parentElement!
      return scrolls(box) ? [box] : []
    })
    // Rows of tabs may scroll too.
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
      ...found.map(nameOf),
      ...moving.map((element) => `sideways within ${nameOf(element)}`),
    ]
  })

/** Expects the page to fit every window, and the narrowest phone with text at 200 %. */
export async function expectToFitEveryWindow(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  for (const [name, size] of Object.entries(windows)) {
    await page.setViewportSize(size)
    expect(await outside(page), name).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.setViewportSize(windows['the narrowest phone'])
  expect(await outside(page), 'text twice as large').toEqual([])
}
