import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, openBrowser } from '#tests/harness/browser.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { button, expectSaid, logIn, passwordField, register } from './screen.ts'

/** A server of its own, with the captcha switched on. */
let server: TestServer
let browser: Browser
let page: Page
const dir = mkdtempSync(join(tmpdir(), 'kohue-captcha-'))
let person = aPerson()

beforeAll(async () => {
  const captcha = `${theShop().fakesUrl}/captcha`
  const env = {
    CAPTCHA_FOR: 'sign-in,registration,recovery,checkout',
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: '1x0000000000000000000000000000000AA',
    CAPTCHA_SCRIPT_URL: `${captcha}/api.js`,
    CAPTCHA_VERIFY_URL: `${captcha}/siteverify`,
  }
  ;[server, browser] = await Promise.all([startTestServer(dir, env), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  const { url } = server.facts
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  page = await context.newPage()
})
afterEach(() => page.context().close())

/** A frame of another site that has just come may miss a click in Chromium: clicked until it is solved. */
const solve = async (form = 'form') => {
  const captcha = page.frameLocator(`${form} .cf-turnstile iframe`)
  const box = captcha.getByRole('checkbox', { name: 'Verify you are human' })
  const click = async () => {
    await box.check({ timeout: 2_000 }).catch(() => {})
    const solved = captcha.getByText('Success!').waitFor({ timeout: 1_000 })
    return solved.then(
      () => true,
      () => false,
    )
  }
  await expect.poll(click, { timeout: 20_000 }).toBe(true)
}

const unsolved = 'Please confirm that you are human and try again.'

test('registration asks for the captcha, and each attempt asks for a new one', async () => {
  person = aPerson()
  await page.goto('/signin')
  await register(page, { ...person, password: '12345' })
  await page.getByText('Password must be at least 6 characters long').waitFor()
  await passwordField(page).fill(person.password)
  await button(page, 'Sign In').click()
  await expectSaid(page, unsolved)
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email)

  await passwordField(page).fill(person.password)
  await solve()
  await expectAccessible(page)
  await button(page, 'Sign In').click()
  await page.waitForURL('**/members*')
})

test('checkout asks for it on a release day, and opens the payment page once it is solved', async () => {
  const { url } = server.facts
  await page.goto('/signin')
  await register(page, aPerson())
  await expectSaid(page, unsolved)
  await solve()
  await passwordField(page).fill(person.password)
  await button(page, 'Sign In').click()
  await page.waitForURL('**/members*')
  const cart = (form: Record<string, string>) =>
    page.request.post('/cart', { form, headers: { origin: url, accept: 'application/json' } })
  await cart({ kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' })
  await cart({ kind: 'choose-shipping', method: 'pickup' })

  const call = { data: {}, headers: { origin: url } }
  const refused = await page.request.post('/api/create-checkout-session', call)
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'auth/captcha-check-failed' } })

  await page.goto('/members?view=current&cart=open')
  // A cart that is filled once the captcha's script has run asks for it, too.
  await button(page, 'Remove 2022 Malbec').click()
  await page.getByText('Your cart is empty.').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Add to cart').first().click()
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Pick up/ })
    .check()
  await page.locator('dialog .cf-turnstile iframe').waitFor()
  await button(page, 'Checkout').click()
  await page.getByText(unsolved).first().waitFor()
  await solve()
  await button(page, 'Checkout').click()
  await page.waitForURL((address) => address.origin !== url)
})

test('the card page and the address page of an offer ask for it too', async () => {
  const { url } = server.facts
  await page.goto('/signin')
  await register(page, aPerson())
  await expectSaid(page, unsolved)
  await solve()
  await passwordField(page).fill(person.password)
  await button(page, 'Sign In').click()
  await page.waitForURL('**/members*')
  const cart = (form: Record<string, string>) =>
    page.request.post('/cart', { form, headers: { origin: url, accept: 'application/json' } })
  await cart({ kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' })
  await cart({ kind: 'choose-shipping', method: 'pickup' })

  await page.goto('/card')
  const field = page.frameLocator('iframe[title="Secure payment input frame"]')
  const fill = async (card: string, number: string) => {
    await button(page, card).click()
    await expect.poll(() => field.getByLabel('Card number').inputValue()).toBe(number)
  }
  await fill('Declined card', '4000 0000 0000 0002')
  const pay = page.getByRole('button', { name: /^Start Pay of/ })
  await pay.click()
  await page.getByRole('alert').filter({ hasText: unsolved }).waitFor()
  await solve('form:has(button:text("Start Pay of"))')
  await expectAccessible(page)
  await pay.click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
  // A solution is good for one attempt.
  await fill('Good card', '4242 4242 4242 4242')
  await solve('form:has(button:text("Start Pay of"))')
  await pay.click()
  await page.getByText('Thank you for your purchase!').waitFor()

  await page.goto('/offering/ship-to?quantity=1')
  await page.getByLabel('Full name').fill('Eva Marsh')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone').fill('5125550123')
  await page.getByLabel('Birthdate').fill('1980-02-03')
  await page.getByLabel('I will pick it up; no address needed').check()
  await page
    .getByLabel(/21 or older/)
    .last()
    .check()
  await button(page, 'Go to payment').click()
  await page.getByText(unsolved).first().waitFor()
  await solve()
  await button(page, 'Go to payment').click()
  await page.waitForURL((address) => address.origin !== url)
})

describe('login', () => {
  beforeEach(async () => {
    await page.goto('/login')
  })

  test('fails without a solved captcha and succeeds with one', async () => {
    await logIn(page, person.email, person.password)
    await expectSaid(page, unsolved)
    await solve()
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/members*')
  })

  test('asks for a new solution after a wrong password', async () => {
    await solve()
    await logIn(page, person.email, 'not this one')
    await expectSaid(page, 'Email or Password error')
    await logIn(page, person.email, person.password)
    await expectSaid(page, unsolved)
    await solve()
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/members*')
  })

  test('shows the captcha again after a network error, for a new solution', async () => {
    await solve()
    await page.context().setOffline(true)
    await logIn(page, person.email, person.password)
    await expectSaid(page, 'The shop could not be reached.')
    await page.context().setOffline(false)
    await page.frameLocator('.cf-turnstile iframe').getByText('Verify you are human').waitFor()
    await solve()
    await button(page, 'Log In').click()
    await page.waitForURL('**/members*')
  })

  test('asks for it before a recovery email too', async () => {
    await page.getByLabel('Email').fill(person.email)
    await button(page, 'Forgot Password?').click()
    await expectSaid(page, unsolved)
    await solve()
    await button(page, 'Forgot Password?').click()
    await expectSaid(page, `A recovery message was sent to ${person.email}`)
  })
})

test.each(['/login', '/signin'])(
  '%s says without JavaScript that the captcha needs it',
  async (path) => {
    const response = await page.goto(path)
    expect(await response!.text()).toContain('<noscript>Please turn on JavaScript')
  },
)
