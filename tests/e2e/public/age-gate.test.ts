import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const atTheGate = async (javaScript = true) => {
  const visitor = await aVisitor(browser, { isOver21: false, javaScript })
  const { page } = visitor
  return {
    ...visitor,
    gate: page.getByRole('dialog', { name: 'Are you over 21?' }),
    over: page.getByRole('button', { name: 'I am over 21' }),
    under: page.getByRole('button', { name: 'I am under 21' }),
  }
}

describe('the age gate', () => {
  test('covers the page they came for, whose words stay in the document', async () => {
    const { context, page, gate } = await atTheGate()
    await page.goto(paths.about())
    await gate.waitFor()
    expect(await page.locator('#page').getAttribute('inert')).not.toBeNull()
    expect(await page.locator('h1').textContent()).toBe('About us')
    await context.close()
  })

  test('opens by keyboard alone, and the focus never leaves it', async () => {
    const { context, page, gate, over } = await atTheGate()
    await page.goto(paths.ourWines())
    await gate.waitFor()
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      const isBehind = await page.evaluate(() => document.activeElement?.closest('#page') !== null)
      expect(isBehind).toBe(false)
    }
    await over.focus()
    await page.keyboard.press('Enter')
    await gate.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Members' }).first().focus()
    expect(new URL(page.url()).pathname).toBe(paths.ourWines())
    const cookie = (await context.cookies()).find(({ name }) => name === 'ageKey')
    expect(cookie).toMatchObject({ value: 'older', sameSite: 'Lax' })
    const days = (cookie!.expires - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(31)
    await context.close()
  })

  test('takes the answer without JavaScript', async () => {
    const { context, page, gate, over } = await atTheGate(false)
    await page.goto(paths.join())
    await over.click()
    await gate.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Join the list', level: 1 }).waitFor()
    await context.close()
  })

  test('refuses a visitor under 21, for the whole session', async () => {
    const { context, page, over, under } = await atTheGate()
    await page.goto(paths.home())
    await under.click()
    const refusal = page.getByRole('dialog')
    await refusal.getByText('responsibility to limit access to adults').waitFor()
    expect(await over.isDisabled()).toBe(true)
    expect(await under.isDisabled()).toBe(true)
    const link = refusal.getByRole('link')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
    expect(await refusal.textContent()).toContain('To leave, close this tab')

    for (const address of [paths.home(), paths.about(), '/no-such-page']) {
      await page.goto(address)
      expect(await over.isDisabled()).toBe(true)
    }
    const again = await context.request.post(paths.ageGate(), {
      form: { age: 'over', to: paths.home() },
      headers: { origin: new URL(page.url()).origin },
    })
    expect(await again.text()).toContain('data-covers-page')
    await context.close()
  })
})
