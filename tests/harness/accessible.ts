import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** WCAG 2.2 A and AA, and axe's good practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds no fault in the page as it is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState()
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([])
}
