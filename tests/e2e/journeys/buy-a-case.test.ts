import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { emailsTo, ordersOf } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const cases = [
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: true },
  { size: 'desktop', javaScript: false },
  { size: 'phone', javaScript: false },
] as const

describe.each(cases)('from the door to a paid case ($size, JavaScript $javaScript)', (options) => {
  test('a visitor becomes a member, buys a case, and everybody gets their emails', async () => {
    const visitor = await aVisitor(browser, { ...options, isOver21: false })
    const { page } = visitor
    const person = aPerson()
    const check = async () => {
      if (options.javaScript) await expectAccessible(visitor.page)
    }

    await page.goto('/signin')
    await check()
    await button(page, 'I am over 21').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByLabel('First name').fill(person.firstName)
    await page.getByLabel('Last name').fill(person.lastName)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await check()
    await button(page, /^Sign In$/).click()
    await page.getByText('Welcome to your account!').waitFor()
    await check()

    await page.goto('/edit?edit=shipping')
    await page.getByLabel('Address', { exact: true }).fill('1200 Valencia Street')
    await page.getByLabel('City').fill('San Francisco')
    await page.getByLabel('State').selectOption({ label: 'California' })
    await page.getByLabel('ZIP code').fill('94110')
    await check()
    await button(page, 'Save').click()
    await page.getByText('1200 Valencia Street').first().waitFor()

    await page.goto('/mono')
    await check()
    await button(page, 'Add to cart').click()
    await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
    await page.goto('/members?cart=open')
    const cart = page.getByRole('dialog', { name: 'My Cart' })
    await cart.getByText('2022 Malbec').first().waitFor()
    await cart.getByRole('radio', { name: /Ground shipping/ }).check()
    if (!options.javaScript) await cart.getByRole('button', { name: 'Use this method' }).click()
    await cart.getByText('$517.63').waitFor()
    await check()
    await cart.getByRole('button', { name: 'Shipping Policy' }).click()
    await page.getByRole('heading', { name: 'Shipping Policy' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Shipping Policy' }).waitFor({ state: 'hidden' })
    await cart.getByRole('button', { name: 'Checkout' }).click()

    await page.waitForURL(/\/c\/pay\//)
    await check()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expires').fill('12 / 34')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on card').fill('Ana Ruiz')
    await button(page, /^Pay/).click()

    await page.waitForURL(/\/succes\?session_id=/)
    await page.getByText('Thank you for your purchase!').waitFor()
    await check()
    await page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await page.waitForURL(/\/members/)
    // Back does not thank again: it leads to the order, and says that it is paid.
    await page.goBack()
    await page.waitForURL(/\/members\?view=orders$/)
    await page.getByText('This order was paid.').waitFor()
    expect(await page.getByText('Thank you for your purchase!').isVisible()).toBe(false)

    await page.goto('/members?view=orders')
    await page.getByRole('cell', { name: /2022 Malbec/ }).waitFor()
    await check()

    expect(await ordersOf(person.email)).toEqual([{ state: 'paid', total_cents: 51_763 }])
    await expect.poll(() => emailsTo(person.email), { timeout: 30_000 }).toHaveLength(2)
    const { total } = await cartTotal(page)
    expect(total).toBe(0)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

/** What is left in the cart, as the shop tells the page's script. */
async function cartTotal(page: Page): Promise<{ total: number; charged: number }> {
  const response = await page.request.get(`${theShop().url}/cart`, {
    headers: { accept: 'application/json' },
  })
  const { view } = (await response.json()) as {
    view: { totals: { total: number; charged: number } }
  }
  return view.totals
}
