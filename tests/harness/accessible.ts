import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

import { root } from '#launch/prepare.mjs'

/** WCAG 2.2 A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Each page parses it anew, which takes two thirds of the time with the minified build. */
const axeSource = readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')

/**
 * Expects that axe finds no violation on the page as it is shown now. To save two thirds of the time, only
 * violations are collected, and only pages with frames open the second page in which axe merges results.
 * Frames without scripts are skipped: axe would wait for them forever.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState()
  const iframes = page.frames().length > 1 && !(await page.locator('iframe[sandbox=""]').count())
  const { violations } = await new AxeBuilder({ page, axeSource })
    .options({ resultTypes: ['violations'], iframes })
    .withTags(tags)
    .setLegacyMode(!iframes)
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([])
}
