import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'

import { aMember, california, expectNoSideways, oppositeWays } from './a-member.ts'
import { aPaidOrder, pay } from './a-paid-order.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(oppositeWays)('a buyer ($size, JavaScript $javaScript)', (way) => {
  test('keeps fewer cases, has them sent overnight, and cancels the order', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    const check = async () => {
      await expectNoSideways(buyer)
      if (way.javaScript) await expectAccessible(page)
    }
    const number = await aPaidOrder(page, person.email)
    await page.goto(paths.order(number))
    const section = page.getByRole('region', { name: 'Change this order' })
    await section.getByRole('link', { name: 'Fewer cases' }).click()
    await page.getByText('This order has 3 cases now.').waitFor()
    await page.getByText('$517.63 is refunded').waitFor()
    await check()
    await page.getByLabel('2 × 2022 Malbec, 3-pack of 750ml').check()
    await page.getByRole('button', { name: 'Keep only this' }).click()
    await page.getByText('You keep 2 cases of your order. $517.63 is refunded.').waitFor()
    await page.getByText('2 × 2022 Malbec', { exact: true }).waitFor()
    await check()

    await section.getByRole('link', { name: 'Shipping method' }).click()
    await page.getByText('$50.00 is refunded').waitFor()
    await check()
    const choice = page.getByRole('radiogroup', { name: 'Change it to' })
    await page.getByRole('button', { name: 'Change the method' }).press('Enter')
    await page.getByRole('alert').getByText('Please choose a shipping method.').waitFor()
    expect(await choice.getAttribute('aria-invalid')).toBe('true')
    if (way.javaScript) await expectFocus(page, choice.getByRole('radio').first())
    await page.getByLabel('Overnight').check()
    await page.getByRole('button', { name: 'Change the method' }).click()
    await page.waitForURL(/cs_/)
    await pay(page, page.url())
    await page.getByText('Paid, and your order is changed. We have emailed you.').waitFor()
    await section.getByText(/You paid \$60\.00 more for Overnight/).waitFor()
    await check()

    await section.getByRole('link', { name: 'Cancel it' }).click()
    await page.getByText('we refund $1,075.25 to the card you paid with').waitFor()
    await check()
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByText('Your order is canceled. $1,075.25 is refunded.').waitFor()
    // What was paid beside the order's own payment is on no receipt.
    await section.getByText('$60.00 of that is refunded.').waitFor()
    expect(await section.getByRole('link').count()).toBe(0)
    await check()
    const [left] = await queryDatabase(
      `select o.state, d.refunded_cents, o.total_cents - o.refunded_cents as left
       from orders o join order_differences d on d.order_id = o.id where o.number = $1`,
      [number],
    )
    expect(left).toEqual({ state: 'refunded', refunded_cents: 6_000, left: 0 })
    await buyer.context.close()
  })
})
