import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'

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
    expect(states.toSorted()).toEqual(statesServed('2026-11-20').map(stateName).toSorted())
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

describe('the shipping policy in browsers that don’t know commands', () => {
  /** Without the browser's support for them. */
  const forgetCommands = (page: Page) =>
    page.evaluate(() => {
      for (const button of document.querySelectorAll('button[commandfor]')) {
        button.removeAttribute('command')
        button.removeAttribute('commandfor')
      }
    })

  test('opens as a popover without any script, and closes by its button and by Escape', async () => {
    const { context, page, faults } = await aVisitor(browser)
    await page.goto(paths.singleBottle())
    await forgetCommands(page)
    const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
    const opener = page.getByRole('main').getByRole('button', { name: 'Shipping Policy' })
    for (const close of [
      () => policy.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await opener.click()
      await policy.getByText('Shipments begin in November').waitFor()
      expect(await policy.evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe('1')
      await close()
      await policy.waitFor({ state: 'hidden' })
    }
    expect(faults).toEqual([])
    await context.close()
  })

  test('opens as a modal over the cart, where there is script', async () => {
    const visitor = await aVisitor(browser)
    await registered(visitor)
    const { context, page } = visitor
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement')
    })
    await page.goto(`${paths.members('current')}&cart=open`)
    const cart = page.getByRole('dialog', { name: 'My Cart' })
    await cart.getByRole('button', { name: 'Shipping Policy' }).click()
    const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
    await policy.getByText('Shipments begin in November').waitFor()
    expect(await policy.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    await policy.getByRole('button', { name: 'Close' }).click()
    await policy.waitFor({ state: 'hidden' })
    await cart.waitFor()
    await context.close()
  })

  test('and nothing of popovers are led to its main points', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.singleBottle())
    const link = page.locator('main a', { hasText: 'Shipping Policy' })
    expect(await link.isVisible()).toBe(false)
    await page.goto((await link.getAttribute('href'))!)
    const target = page.locator(':target')
    await target.getByRole('heading', { name: 'Shipping and delivery' }).waitFor()
    await target.getByText('only to the places listed below').waitFor()
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

  test('waits behind the age gate', async () => {
    const { context, page } = await aVisitor(browser, { isOver21: false })
    await page.goto(address)
    const over = page.getByRole('button', { name: 'I am over 21' })
    await over.waitFor()
    expect(await page.locator('dialog:modal').count()).toBe(0)
    await over.click()
    await page.locator('dialog:modal').waitFor()
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
