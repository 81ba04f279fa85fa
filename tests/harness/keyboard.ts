import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** The focused element, and whether it is visible: drawn, in the window, not covered. */
const focusOf = (page: Page) =>
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

/** Expects that this element has a visible focus. */
export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await expectSeen(page)
}

async function expectSeen(page: Page): Promise<void> {
  const focus = await focusOf(page)
  expect(focus, 'nothing has the focus').not.toBeNull()
  // A row with horizontal scrolling takes a moment to scroll the focus into view.
  await expect
    .poll(() => focusOf(page))
    .toEqual({ what: focus!.what, isDrawn: true, isInWindow: true, isOnTop: true })
}

/** Presses Tab, or Shift+Tab, until the target has the focus; each stop on the way is visible. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key)
    // After the last stop the focus moves to the browser's toolbar, outside the page.
    if (await focusOf(page)) await expectSeen(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(target)} is not reached by ${key}`)
}

/** Waits for hydration: before it, only the browser's own behavior handles a key. */
export const expectHydrated = (target: Locator): Promise<void> =>
  expect
    .poll(() =>
      target.evaluate((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
    )
    .toBe(true)
