import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { shipToStateCodes } from '#domain/ship-to.ts'
import { stateName } from '#domain/us-states.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { paths } from '#web/paths.ts'

import { messages } from './pages.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the shipping policy', () => {
  test('opens from every page as a modal with all states, and Escape gives the focus back', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.about())
    const trigger = page.getByRole('contentinfo').getByRole('button', { name: 'Shipping Policy' })
    await trigger.focus()
    await page.keyboard.press('Enter')
    const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
    await policy.waitFor()
    const states = await policy.getByRole('listitem').allTextContents()
    expect(states.toSorted()).toEqual(shipToStateCodes.map(stateName).toSorted())
    for (let press = 0; press < 4; press++) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement
        return focused !== document.body && !focused?.closest('dialog')
      })
      expect(isOutside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await policy.waitFor({ state: 'hidden' })
    expect(await trigger.evaluate((button) => button === document.activeElement)).toBe(true)
    await context.close()
  })

  test('opens and closes without JavaScript', async () => {
    const { context, page } = await aVisitor(browser, { javaScript: false })
    await page.goto(paths.singleBottle())
    await page.getByRole('main').getByRole('button', { name: 'Shipping Policy' }).click()
    const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
    await policy.getByRole('button', { name: 'Close' }).click()
    await policy.waitFor({ state: 'hidden' })
    await context.close()
  })
})

describe.each(Object.entries(messages))('%s', (address, words) => {
  test('stands over its page; Close leads on without JavaScript', async () => {
    const { context, page } = await aVisitor(browser, { javaScript: false })
    await page.goto(address)
    const message = page.getByRole('dialog')
    for (const sentence of words) await message.getByText(sentence, { exact: true }).waitFor()
    await message.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL((url) => url.pathname === paths.home())
    await context.close()
  })

  test('Escape leads on', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(address)
    await page.locator('dialog:modal').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === paths.home())
    await context.close()
  })
})

describe('a message to someone signed in', () => {
  test.each([
    [paths.interestThanks(), paths.members()],
    [paths.clubThanks(), paths.members()],
    [paths.stayTuned(), paths.home()],
  ])('%s leads on to %s', async (address, next) => {
    const visitor = await aVisitor(browser)
    await registered(visitor)
    await visitor.page.goto(address)
    const close = visitor.page.getByRole('dialog').getByRole('link', { name: 'Close' })
    expect(await close.getAttribute('href')).toBe(next)
    await visitor.context.close()
  })
})
