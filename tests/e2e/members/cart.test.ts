import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CartView } from '#storefront/cart/view-cart.actions.server.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser, blockScripts } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus, expectHydrated } from '#tests/harness/keyboard.ts'

import { aMember, california, everyWay } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Notes = { noteAlert: (text: string) => Promise<void> }

const more = (page: Page) => page.getByRole('button', { name: 'One more 2022 Malbec' }).first()
const fewer = (page: Page) => page.getByRole('button', { name: 'One fewer 2022 Malbec' }).first()
const cart = (page: Page) => page.getByRole('dialog', { name: 'My Cart' })
const full = "You've reached the maximum quantity limit."

describe.each(everyWay)('the cart ($size, JavaScript $javaScript)', (way) => {
  test('counts 0 to 3, keeps the method chosen, and its price follows the count', async () => {
    const member = await aMember(browser, { ...way, profile: california })
    const { page } = member
    await page.goto('/mono')
    await expect.poll(() => fewer(page).isDisabled()).toBe(true)
    const empty = page.getByRole('button', { name: /^Cart, empty/ })
    await empty.click({ force: true })
    expect(new URL(page.url()).search).toBe('')
    expect(await cart(page).count()).toBe(0)
    for (const count of [1, 2, 3]) {
      await more(page).click()
      await page.getByRole('link', { name: new RegExp(`^Cart, ${count} `) }).waitFor()
    }
    await page.getByText(full).first().waitFor()
    expect(await more(page).isDisabled()).toBe(true)

    await page.getByRole('link', { name: /^Cart, 3 / }).click()
    await page.waitForURL('**/mono?cart=open')
    const panel = cart(page)
    await panel.getByText('$1,350.00').first().waitFor()
    if (way.javaScript) await expectAccessible(member.page)
    const notes = panel.locator('a[href^="tel:"], a[href^="mailto:"]')
    expect(await notes.allTextContents()).toEqual(['+1 (305) 555-0142', 'hello@kohue.example'])
    await panel.getByRole('radio', { name: /Overnight/ }).check()
    if (!way.javaScript) await panel.getByRole('button', { name: 'Use this method' }).click()
    await panel.getByText('$130.00').last().waitFor()
    await panel.getByRole('button', { name: 'One fewer 2022 Malbec' }).click()
    await panel.getByText('$110.00').last().waitFor()
    await expect.poll(() => panel.getByRole('radio', { name: /Overnight/ }).isChecked()).toBe(true)
    await panel.getByText('$1,075.25').waitFor()
    await panel.getByRole('button', { name: /^Remove/ }).click()
    await panel.getByText('Your cart is empty.').waitFor()
    expect(member.faults).toEqual([])
    await member.context.close()
  })

  test('Checkout without a method answers why', async () => {
    const { page, context } = await aMember(browser, { ...way, profile: california })
    await page.goto('/members?view=current')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: /^Cart, 1 / }).click()
    const checkout = cart(page).getByRole('button', { name: 'Checkout' })
    expect(await checkout.getAttribute('aria-disabled')).toBe('true')
    await page.setViewportSize({ width: 390, height: 400 })
    await checkout.focus()
    await cart(page).evaluate((panel) => panel.scrollTo(0, panel.scrollHeight))
    await page.keyboard.press('Enter')
    const asked = page.getByText('Please choose a shipping method', { exact: true })
    await asked.waitFor()
    if (way.javaScript) {
      const choice = cart(page).getByRole('radiogroup', { name: 'Shipping method' })
      const said = choice.getByRole('alert').getByText('Please choose a shipping method')
      const first = (await said.elementHandle())!
      // Pressed again it is said again: screen readers read out what is new.
      await page.keyboard.press('Enter')
      await expect.poll(() => first.evaluate((alert) => alert.isConnected)).toBe(false)
      await said.waitFor()
      const { top, bottom } = await said.evaluate((alert) => alert.getBoundingClientRect().toJSON())
      expect([top > 0, bottom < 400]).toEqual([true, true])
      expect(await page.locator('[popover]:visible').count()).toBe(0)
      await cart(page).getByLabel('Ground shipping').check()
      await asked.waitFor({ state: 'detached' })
    }
    await context.close()
  })

  test('an address wine may not go to says so, and leads to the address', async () => {
    const utah = { ...california, city: 'Provo', state: 'UT', zip_code: '84601' }
    const { page, context } = await aMember(browser, { ...way, profile: utah })
    await page.goto('/mono')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: /^Cart, 1 / }).click()
    await cart(page).getByText('We are not permitted to ship wine to Utah.').waitFor()
    await cart(page).getByRole('link', { name: 'Go to my shipping address' }).click()
    await page.getByLabel('ZIP code').waitFor()
    await context.close()
  })
})

test('why one cannot check out is shown no longer than it is so', async () => {
  const utah = { ...california, city: 'Provo', state: 'UT', zip_code: '84601' }
  const { page, context } = await aMember(browser, { profile: utah })
  await page.goto('/mono')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  const panel = cart(page)
  await panel.getByLabel('Ground shipping').check()
  await panel.getByRole('button', { name: 'Checkout' }).press('Enter')
  const why = page.locator('[popover]:visible').getByRole('alert')
  await why.getByText('Utah').waitFor()
  // Under the pointer it does not go by itself.
  await why.hover()
  await panel.getByLabel('Local Pick up').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => why.count()).toBe(0)
  // Another that has come in its place meanwhile stays.
  await panel.getByLabel('Ground shipping').check()
  await panel.getByRole('button', { name: 'Checkout' }).press('Enter')
  await why.getByText('Utah').waitFor()
  await page.route('**/cart', (route) => route.abort())
  await panel.getByRole('button', { name: 'One more 2022 Malbec' }).click()
  await why.getByText('We could not reach the shop.').waitFor()
  await page.unroute('**/cart')
  await panel.getByLabel('Local Pick up').check()
  await panel.getByText('We are not permitted to ship wine to Utah.').waitFor({ state: 'detached' })
  expect(await why.textContent()).toContain('We could not reach the shop.')
  await context.close()
})

test('a press answers at once, before the server has', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  let letThrough = () => {}
  const held = new Promise<void>((done) => (letThrough = done))
  await page.route('**/cart', async (route) => {
    await held
    await route.continue()
  })
  await more(page).click()
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 2 / }).waitFor()
  letThrough()
  await expect.poll(() => serverCount(page)).toBe(2)
  await context.close()
})

test('at its end a button keeps the keyboard, does nothing, and answers why', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  const inDialogToo = [
    { place: page, atLeast: 0, why: 'None in your cart.' },
    { place: cart(page), atLeast: 1, why: null },
  ]
  for (const { place, atLeast, why } of inDialogToo) {
    const plus = place.getByRole('button', { name: 'One more 2022 Malbec' }).first()
    const minus = place.getByRole('button', { name: 'One fewer 2022 Malbec' }).first()
    const count = place.getByRole('status', { name: 'Quantity' }).first()
    const press = async (times: number) => {
      for (let time = 0; time < times; time++) await page.keyboard.press('Enter')
    }
    await plus.focus()
    await press(5)
    await expectFocus(page, plus)
    expect(await count.textContent()).toBe('3')
    // Once, below the buttons, and no message beside it.
    await place.getByText(full).first().waitFor()
    expect(await page.getByRole('alert').getByText(full).count()).toBe(0)
    await minus.focus()
    await press(why ? 5 : 3 - atLeast)
    await expectFocus(page, minus)
    expect(await count.textContent()).toBe(String(atLeast))
    if (why) await page.getByRole('alert').getByText(why).waitFor()
    if (place === page) {
      await plus.press('Enter')
      await page.getByRole('link', { name: /^Cart, 1 / }).click()
    }
  }
  await expect.poll(() => serverCount(page)).toBe(1)
  await context.close()
})

test('what is removed leaves the keyboard in the cart, and the empty cart gives it to the bar', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).press('Enter')
  await cart(page).getByRole('button', { name: 'Remove 2022 Malbec' }).press('Enter')
  const headline = cart(page).getByRole('heading', { name: 'My Cart' })
  await expect.poll(() => headline.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expectFocus(page, page.getByRole('button', { name: 'Cart, empty' }))
  await context.close()
})

test('the page of shipping shows what is in the cart, where it goes, and both ways to pay', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await page.goto('/mono')
  await more(page).click()
  await expect.poll(() => serverCount(page)).toBe(1)
  await page.goto('/ship')
  const main = page.getByRole('main')
  await main.getByText('1 × 2022 Malbec').waitFor()
  await main.getByRole('button', { name: 'Checkout' }).click({ force: true })
  await main.getByRole('alert').getByText('Please choose a shipping method').waitFor()
  await main.getByRole('radio', { name: /Ground/ }).check()
  await main.getByText('Please choose a shipping method').waitFor({ state: 'detached' })
  await main.getByText('San Francisco, California').waitFor()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Pay by card here' }).click()
  await page.waitForURL('**/card')
  await context.close()
})

test('a method chosen before the script is there counts', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await page.goto('/mono')
  await more(page).click()
  await expect.poll(() => serverCount(page)).toBe(1)
  const release = await blockScripts(page)
  await page.goto('/ship', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: /Overnight/ }).check()
  await release()
  await expect.poll(async () => (await serverView(page)).cart.shipping).toBe('overnight')
  await page.getByRole('button', { name: /^Check ?out/i }).click()
  await page.waitForURL(/checkout|pay/)
  await context.close()
})

test('a double click on Add to cart is one case, a second click another', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.dblclick()
  await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  await add.click()
  await page.getByRole('link', { name: /^Cart, 2 / }).waitFor()
  await context.close()
})

test('the form of Add to cart sent twice is one case, a later press another', async () => {
  const { page, context } = await aMember(browser, { javaScript: false })
  await page.goto('/mono')
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Add to cart' }) })
  const fields = await form
    .locator('input')
    .evaluateAll((inputs) =>
      Object.fromEntries((inputs as HTMLInputElement[]).map(({ name, value }) => [name, value])),
    )
  const send = () =>
    page.request.post('/cart', { headers: { origin: new URL(page.url()).origin }, form: fields })
  for (const response of await Promise.all([send(), send()])) expect(response.ok()).toBe(true)
  expect(await serverCount(page)).toBe(1)
  await page.reload()
  await form.getByRole('button').click()
  await page.getByRole('link', { name: /^Cart, 2 / }).waitFor()
  await context.close()
})

test('two tabs agree once they are looked at', async () => {
  const { page, context } = await aMember(browser)
  const other = await context.newPage()
  await page.goto('/mono')
  await other.goto('/mono')
  await expectHydrated(more(other))
  await more(page).click()
  await expect.poll(() => serverCount(page)).toBe(1)
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await other.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  await context.close()
})

test('a doubled press on Checkout is one request', async () => {
  const { page, context } = await readyToPay()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout-session')) asked += 1
  })
  await cart(page).getByRole('button', { name: 'Checkout' }).dblclick()
  await page.waitForURL(/\/c\/pay\//)
  expect(asked).toBe(1)
  await context.close()
})

test('Checkout pressed while the cart changes waits for it, and goes on by itself', async () => {
  const { page, context } = await readyToPay()
  await expect.poll(() => serverCount(page)).toBe(1)
  let letThrough = () => {}
  const held = new Promise<void>((done) => (letThrough = done))
  await page.route('**/cart', async (route) => {
    await held
    await route.continue()
  })
  await cart(page).getByRole('button', { name: 'One more 2022 Malbec' }).click()
  const asked = page.waitForRequest('**/api/create-checkout-session')
  await cart(page).getByRole('button', { name: 'Checkout' }).click()
  await cart(page).locator('[aria-busy=true]').waitFor()
  letThrough()
  await asked
  await page.waitForURL(/\/c\/pay\//)
  await page.getByText('Qty 2').waitFor()
  await context.close()
})

test('a method that is chosen before the button of a purchase link’s page stays there', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await page.goto('/mono')
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  await page.goto('/purchase')
  const order = page.getByRole('region', { name: 'Your order' })
  const overnight = order.getByRole('radio', { name: /Overnight/ })
  await overnight.check()
  await order.getByText('$572.63').first().waitFor()
  expect(await overnight.isChecked()).toBe(true)
  expect(await overnight.evaluate((radio) => radio === document.activeElement)).toBe(true)
  // Found chosen, it is changed below.
  await page.reload()
  await order.getByText('$572.63').first().waitFor()
  expect(await order.getByRole('radio').count()).toBe(0)
  await page
    .getByRole('radio', { name: /Overnight/ })
    .and(page.locator(':checked'))
    .waitFor()
  await context.close()
})

test('what a change of the cart came to is said in it until the next change', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  // As the browser sends it where the script is not there yet.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/cart' })
    const fields = { kind: 'add', productId: 'no-such-wine', to: '/mono?cart=open' }
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    }
    document.body.append(form)
    form.submit()
  })
  const said = cart(page).getByText('We do not sell this wine here.')
  await said.waitFor()
  await cart(page).getByRole('button', { name: 'One more 2022 Malbec' }).click()
  await said.waitFor({ state: 'detached' })
  await cart(page).getByText('$900.00').first().waitFor()
  await context.close()
})

test('offline, the cart says so and stays as it was', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await page.route('**/cart', (route) => route.abort())
  await more(page).click()
  await page.getByRole('alert').getByText('We could not reach the shop.').waitFor()
  await page.getByRole('button', { name: /^Cart, empty/ }).waitFor()
  await page.unroute('**/cart')
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  await cart(page).waitFor()
  // Over the panel the alert can be read and dismissed, too.
  await page.route('**/cart', (route) => route.abort())
  await cart(page).getByRole('button', { name: 'One more 2022 Malbec' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'We could not reach the shop.' })
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => alert.count()).toBe(0)
  await cart(page).waitFor()
  await context.close()
})

test('a press after the login session has ended leads to the log-in page, without an alert', async () => {
  const { page, context, person } = await aMember(browser)
  await page.goto('/mono')
  const alerts: string[] = []
  await page.exposeFunction('noteAlert', (text: string) => void alerts.push(text))
  await page.evaluate(() => {
    const look = () => {
      const text = [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)
      if (text.join('')) void (window as unknown as Notes).noteAlert(text.join(''))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await queryDatabase(
    'delete from sessions where user_id = (select id from users where email = $1)',
    [person.email],
  )
  await more(page).click()
  await page.waitForURL('**/login?to=%2Fmono')
  expect(alerts).toEqual([])
  await context.close()
})

test('a page that was asked for while a case is added shows it, too', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  const rendered = Promise.withResolvers<void>()
  await page.route('**/cart', async (route) => {
    await rendered.promise
    await route.continue()
  })
  await page.route('**/members?cart=open', async (route) => {
    const before = await route.fetch()
    const added = page.waitForResponse('**/cart')
    rendered.resolve()
    // The page that is left receives the response, and has the time to handle it.
    await (await added).finished()
    await pause(300)
    await route.fulfill({ response: before })
  })
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  await page.goto('/members?cart=open')
  await cart(page).getByText('2022 Malbec').first().waitFor()
  await context.close()
})

test('Back closes the cart, Escape too', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await more(page).click()
  const open = page.getByRole('link', { name: /^Cart, 1 / })
  await open.click()
  await cart(page).waitFor()
  await page.goBack()
  await cart(page).waitFor({ state: 'hidden' })
  await open.click()
  await cart(page).waitFor()
  await page.keyboard.press('Escape')
  await cart(page).waitFor({ state: 'hidden' })
  await page.waitForURL('**/mono')
  // A cart that was closed is no page to go back to.
  await page.goBack()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

test('a press on the cart while it closes opens it again', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await more(page).click()
  const link = page.getByRole('link', { name: /^Cart, 1 / })
  await link.click()
  await cart(page).waitFor()
  await cart(page).evaluate((dialog) => {
    const again = () => document.querySelector<HTMLElement>('a[aria-label^="Cart, 1 "]')!.click()
    dialog.addEventListener('close', again, { once: true })
    ;(dialog as HTMLDialogElement).close()
  })
  await expect.poll(() => page.locator('dialog:modal').count()).toBe(1)
  await cart(page).getByRole('button', { name: 'Close' }).click()
  await cart(page).waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await context.close()
})

test('the policy opens over the cart, and closes back to it', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await more(page).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  await cart(page).getByRole('button', { name: 'Shipping Policy' }).click()
  const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
  await policy.getByText('California').first().waitFor()
  await policy.getByRole('button', { name: 'Close' }).click()
  await policy.waitFor({ state: 'hidden' })
  await cart(page).getByText('2022 Malbec').first().waitFor()
  await cart(page)
    .getByRole('button', { name: /^One more/ })
    .click()
  await cart(page).getByRole('status', { name: 'Quantity' }).getByText('2').waitFor()
  expect(page.url()).toContain('cart=open')
  await context.close()
})

async function serverView(page: Page): Promise<CartView> {
  const response = await page.request.get('/cart', { headers: { accept: 'application/json' } })
  return ((await response.json()) as { view: CartView }).view
}

/** A customer with one case in the open cart, sent by ground. */
async function readyToPay() {
  const member = await aMember(browser, { profile: california })
  const { page } = member
  await page.goto('/mono')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  await cart(page)
    .getByRole('radio', { name: /Ground/ })
    .check()
  return member
}

const serverCount = async (page: Page): Promise<number> => (await serverView(page)).totals.items
