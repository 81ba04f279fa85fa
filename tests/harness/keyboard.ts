import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** Where the keyboard is, and whether people can see it: drawn, in the window, under nothing. */
export const focusOf = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement
    if (!here || here === document.body) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(here)
    const [box] = here.getClientRects()
    const [x, y] = box ? [box.left + box.width / 2, box.top + box.height / 2] : [-1, -1]
    const onTop = document.elementFromPoint(x, y)
    return {
      what: `${here.tagName} ${here.getAttribute('aria-label') ?? here.textContent!.trim()}`,
      isDrawn: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
      isInWindow: x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight,
      isOnTop: onTop !== null && (here.contains(onTop) || onTop.contains(here)),
    }
  })

/** The keyboard is at this very element, and everybody can see that it is. */
export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await expectSeen(page)
}

async function expectSeen(page: Page): Promise<void> {
  const focus = await focusOf(page)
  expect(focus, 'nothing has the focus').not.toBeNull()
  // A row that scrolls sideways brings the focus into sight a moment later.
  await expect
    .poll(() => focusOf(page))
    .toEqual({ what: focus!.what, isDrawn: true, isInWindow: true, isOnTop: true })
}

/** Presses Tab, or Shift+Tab, until it is there; every stop on the way can be seen. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key)
    // Past the last stop the browser's own bars come, which a page knows nothing of.
    if (await focusOf(page)) await expectSeen(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(target)} is not reached by ${key}`)
}

/** Until the page's script has taken it over: before that, a key is answered by the browser alone. */
export const expectHydrated = (target: Locator): Promise<void> =>
  expect
    .poll(() =>
      target.evaluate((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
    )
    .toBe(true)
