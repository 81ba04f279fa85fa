import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** WCAG 2.2 A and AA, and axe's good practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects that axe finds no fault in the page as it is shown now. Only faults are collected, and only a
 * page with frames gets the second page that axe joins their results in: both take two thirds of the time.
 * Frames that may run no script are left out: axe would wait for ever in them.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState()
  const iframes = page.frames().length > 1 && !(await page.locator('iframe[sandbox=""]').count())
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], iframes })
    .withTags(tags)
    .setLegacyMode(!iframes)
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([])
}
