import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aPerson, aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { expectFocus, expectHydrated, tabTo } from '#tests/harness/keyboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test.each(['desktop', 'phone'] as const)(
  'from the gate to the payment page by keyboard alone (%s)',
  async (size) => {
    const { page, context, faults } = await aVisitor(browser, { size, isOver21: false })
    const { keyboard } = page
    const person = aPerson()
    const write = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await keyboard.type(text)
    }

    // The gate: its question is read first, and its answers come next.
    await page.goto(paths.register())
    const queryDatabase = page.getByRole('heading', { name: 'Are you over 21?' })
    await expect
      .poll(() => queryDatabase.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await tabTo(page, button(page, 'I am over 21'))
    await keyboard.press('Enter')
    await queryDatabase.waitFor({ state: 'detached' })
    await page.waitForLoadState()

    // The first stop leads past the bar into the page.
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await keyboard.press('Tab')
    await expectFocus(page, skip)
    await keyboard.press('Enter')
    await page.waitForFunction(() => location.hash !== '')
    await keyboard.press('Tab')
    await expectFocus(page, page.getByLabel('First name'))
    await keyboard.type(person.firstName)
    await write('Last name', person.lastName)
    await write('Email', person.email)
    await write('Password', person.password)
    await keyboard.press('Enter')
    await page.getByText('Welcome to your account!').waitFor()

    // The shop: the wine goes into the cart, and the keyboard stays where it pressed.
    const shop = page.getByRole('link', { name: 'Current release' })
    await expectHydrated(shop)
    await tabTo(page, shop)
    await keyboard.press('Enter')
    const add = button(page, 'Add to cart')
    await add.waitFor()
    await expectFocus(page, shop)
    await tabTo(page, add)
    await keyboard.press('Space')
    const openCart = page.getByRole('link', { name: 'Cart, 1 item' })
    await openCart.waitFor()
    await expectFocus(page, add)

    // The cart keeps the keyboard inside, and gives it back.
    await tabTo(page, openCart, 'Shift+Tab')
    await keyboard.press('Enter')
    const cart = page.getByRole('dialog', { name: 'My Cart' })
    const isInCart = () => cart.evaluate((dialog) => dialog.contains(document.activeElement))
    await expectFocus(page, cart.getByRole('button', { name: 'Close' }))
    await keyboard.press('Escape')
    await cart.waitFor({ state: 'hidden' })
    await expectFocus(page, openCart)
    await keyboard.press('Enter')
    await cart.waitFor()

    // At three there is no more: the keyboard stays where it pressed.
    const more = cart.getByRole('button', { name: 'One more 2022 Malbec' })
    const fewer = cart.getByRole('button', { name: 'One fewer 2022 Malbec' })
    await tabTo(page, more)
    await keyboard.press('Space')
    await keyboard.press('Space')
    await cart.getByText("You've reached the maximum quantity limit.").waitFor()
    await expectFocus(page, more)
    await tabTo(page, fewer, 'Shift+Tab')
    await keyboard.press('Space')
    await keyboard.press('Space')
    await cart.getByText('$450.00').first().waitFor()

    // Nowhere to send it to yet: the way to the address, and the form takes the keyboard over.
    await tabTo(page, cart.getByRole('link', { name: 'Go to my shipping address' }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shipping' }).first().waitFor()
    await write('Address', '1200 Valencia Street')
    await write('City', 'San Francisco')
    await tabTo(page, page.getByLabel('State'))
    await keyboard.type('Calif')
    await write('ZIP code', '94110')
    await keyboard.press('Enter')
    await page.getByText('1200 Valencia Street').first().waitFor()

    // The cart that asked for the address is open again.
    await cart.waitFor()
    const checkout = cart.getByRole('button', { name: 'Checkout' })
    await tabTo(page, checkout)
    await keyboard.press('Enter')
    await page.getByText('Please choose a shipping method', { exact: true }).waitFor()
    await expectFocus(page, checkout)
    const overnight = cart.getByRole('radio', { name: /Overnight/ })
    const ground = cart.getByRole('radio', { name: /Ground/ })
    await tabTo(page, cart.getByRole('radio').last(), 'Shift+Tab')
    await keyboard.press('ArrowDown')
    await expectFocus(page, overnight)
    await keyboard.press('ArrowDown')
    await expectFocus(page, ground)
    expect(await ground.isChecked()).toBe(true)
    await cart.getByText('$517.63').waitFor()
    expect(await isInCart()).toBe(true)
    await tabTo(page, checkout)
    await keyboard.press('Enter')
    await page.waitForURL(/\/c\/pay\//)
    expect(faults).toEqual([])
    await context.close()
  },
)
