import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'

import { button, expectSaid, logIn, passwordField, register } from './screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([{ javaScript: true }, { javaScript: false }])(
  'JavaScript $javaScript',
  (options) => {
    test.each([
      ['', '', 'Fill email input'],
      ['ana', 'altamira', 'Invalid email'],
      ['ana@example.com', '', 'Please enter your password'],
      ['ana@example.com', 'not this one', 'Email or Password error'],
    ])('logging in with %j and %j: %s', async (email, password, sentence) => {
      const { page, context } = await aVisitor(browser, options)
      await page.goto('/login')
      await logIn(page, email, password)
      await expectSaid(page, sentence)
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      expect(await passwordField(page).inputValue()).toBe('')
      await context.close()
    })

    test('Forgot Password? without and with an address', async () => {
      const { page, context } = await aVisitor(browser, options)
      await page.goto('/login')
      await button(page, 'Forgot Password?').click()
      await expectSaid(page, 'Fill email input')
      const email = page.getByLabel('Email')
      await page.getByRole('textbox', { name: 'Email', description: 'Fill email input' }).waitFor()
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      if (options.javaScript !== false) await expectFocus(page, email)
      await email.fill('ana@example.com')
      await button(page, 'Forgot Password?').click()
      // A status that a script puts into the page would be silent.
      const sent = 'A recovery message was sent to ana@example.com. Please check your inbox.'
      await page.getByRole('alert').getByText(sent).waitFor()
      await context.close()
    })

    test('registering with a weak password keeps all but the password', async () => {
      const { page, context } = await aVisitor(browser, options)
      const person = { ...aPerson(), password: '12345' }
      await page.goto('/signin')
      await register(page, { ...person, email: 'ana' })
      await page.getByRole('textbox', { name: 'Email', description: 'Invalid email' }).waitFor()
      expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
      await register(page, person)
      await page.getByText('Password must be at least 6 characters long').waitFor()
      expect(await page.getByLabel('First name').inputValue()).toBe('Ana')
      expect(await page.getByLabel('Last name').inputValue()).toBe('Ruiz')
      expect(await page.getByLabel('Email').inputValue()).toBe(person.email)
      expect(await passwordField(page).inputValue()).toBe('')
      await context.close()
    })

    test('registering with a name too long for the account shows its error at the name', async () => {
      const { page, context } = await aVisitor(browser, options)
      const person = { ...aPerson(), lastName: 'Wolfeschlegelsteinhausenbergerdorff' }
      await page.goto('/signin')
      await register(page, person)
      await expectSaid(page, 'No more than 30 letters')
      const lastName = page.getByLabel('Last name')
      expect(await lastName.getAttribute('aria-invalid')).toBe('true')
      expect(await lastName.inputValue()).toBe(person.lastName)
      expect(await page.getByLabel('First name').getAttribute('aria-invalid')).toBeNull()
      const kept = options.javaScript === false ? '' : person.password
      await expect.poll(() => passwordField(page).inputValue()).toBe(kept)
      // What is put back is judged, as what is typed.
      if (kept) await page.getByText('Weak: easy to guess', { exact: true }).waitFor()
      await register(page, { ...person, lastName: 'Wolf' })
      await page.waitForURL('**/members')
      await context.close()
    })

    test('registering an address that is taken leads to the login', async () => {
      const owner = await aVisitor(browser, options)
      const person = await registered(owner)
      const { page, context } = await aVisitor(browser, options)
      await page.goto('/signin')
      await register(page, person)
      await page.waitForURL('**/login')
      await expectSaid(page, `An account with ${person.email} already exist. Please Log In`)
      expect(await page.getByLabel('Email').inputValue()).toBe(person.email)
      await passwordField(page).fill(person.password)
      await button(page, 'Log In').click()
      await page.waitForURL('**/members*')
      await Promise.all([context.close(), owner.context.close()])
    })

    test('registering again while signed in leads to the members', async () => {
      const visitor = await aVisitor(browser, options)
      const person = await registered(visitor)
      await visitor.page.goto('/signin')
      await register(visitor.page, person)
      await visitor.page.waitForURL('**/members*')
      await expectSaid(visitor.page, `You are already registered with ${person.email}`)
      await visitor.page.reload()
      expect(await visitor.page.getByText('You are already registered').count()).toBe(0)
      await visitor.context.close()
    })

    test('the guards bring people back to where they were going', async () => {
      const { page, context } = await aVisitor(browser, options)
      const person = await registered(await aVisitor(browser))
      await page.goto('/account/security')
      expect(new URL(page.url()).pathname).toBe('/login')
      await logIn(page, person.email, person.password)
      await page.waitForURL('**/account/security')
      await context.close()
    })
  },
)

test('the ways between login, registration and the list, and out again', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/signin')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Join the mailing list' }).click()
  await page.waitForURL('**/join')

  await registered(visitor)
  await page.goto('/members')
  await button(page, 'Log out').click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/members')
  expect(new URL(page.url()).pathname).toBe('/login')
  await context.close()
})

test('what password managers and keyboards need is there', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const complete = (label: string) =>
    page.getByLabel(label, { exact: true }).getAttribute('autocomplete')
  await page.goto('/login')
  expect(await complete('Email')).toBe('username webauthn')
  expect(await complete('Password')).toBe('current-password')
  await page.goto('/signin')
  expect(await complete('First name')).toBe('given-name')
  expect(await complete('Last name')).toBe('family-name')
  expect(await complete('Email')).toBe('username')
  expect(await complete('Password')).toBe('new-password')

  // Each password of an account that is known stands in a form with the email it belongs to.
  const member = await registered(visitor)
  for (const path of ['/account/security', '/members/close-account']) {
    await page.goto(path)
    const fields = page.locator('#content input[type="password"]')
    expect(await fields.count()).toBeGreaterThan(0)
    for (const field of await fields.all()) {
      const form = page.locator('form', {
        has: page.locator(`[id="${await field.getAttribute('id')}"]`),
      })
      expect(await form.locator('input[autocomplete="username"]').inputValue()).toBe(member.email)
    }
  }
  await context.close()
})

test('a password can be shown and hidden, and its strength is shown while it is typed', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto('/signin')
  const field = passwordField(page)
  const meter = page.locator('meter')
  expect(await meter.isVisible()).toBe(false)
  await field.fill('abc')
  await expect.poll(() => meter.isVisible()).toBe(true)
  expect(await field.getAttribute('type')).toBe('password')
  await button(page, 'Show password').click()
  expect(await field.getAttribute('type')).toBe('text')
  await button(page, 'Hide password').click()
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByText('Too short').waitFor()
  await field.fill('qwerty123')
  await page.getByText('Weak: easy to guess').waitFor()
  await field.fill('the vines below the mountain')
  await page.getByText('Strong', { exact: true }).waitFor()
  await field.fill('')
  await expect.poll(() => meter.isVisible()).toBe(false)
  await context.close()
})

test('no network is said in a sentence, and what was typed stays', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto('/login')
  await context.setOffline(true)
  await logIn(page, 'ana@example.com', 'altamira')
  await expectSaid(page, 'The shop could not be reached.')
  expect(await page.getByLabel('Email').inputValue()).toBe('ana@example.com')
  expect(await passwordField(page).inputValue()).toBe('altamira')

  const report = page.waitForResponse('**/api/identity/report')
  await context.setOffline(false)
  expect((await report).status()).toBe(204)
  expect((await report).request().postData()).toBe('code=network-request-failed&at=login')
  await context.close()
})

test.each([
  ['30 seconds', undefined, '00:31'],
  ['60 seconds on a mobile', 'Mozilla/5.0 (iPhone) Mobile Safari/604.1', '01:01'],
])('no response within %s is no network', async (_name, userAgent, later) => {
  const { page, context } = await aVisitor(browser)
  if (userAgent) {
    await page.addInitScript((text) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => text })
    }, userAgent)
  }
  await page.clock.install()
  await page.goto('/login')
  // However slow the machine is: only the time passes that is said here.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/login', () => {})
  const asked = page.waitForRequest('**/login')
  await logIn(page, 'ana@example.com', 'altamira')
  await asked
  await page.clock.fastForward('00:29')
  expect(await page.getByText('The shop could not be reached.').count()).toBe(0)
  const report = page.waitForResponse('**/api/identity/report')
  await page.clock.fastForward(later)
  await expectSaid(page, 'The shop could not be reached.')
  expect((await report).request().postData()).toBe('code=network-request-failed&at=login')
  await context.close()
})

test('a form under way says so, and is sent once', async () => {
  const { page, context } = await aVisitor(browser)
  let asked = 0
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.goto('/login')
  await page.route('**/login', async (route) => {
    asked++
    await held
    await route.continue()
  })
  await logIn(page, 'ana@example.com', 'not this one')
  const busy = button(page, 'Logging in…')
  await busy.waitFor()
  expect(await busy.getAttribute('aria-disabled')).toBe('true')
  await busy.click({ force: true })
  await passwordField(page).press('Enter')
  release()
  await expectSaid(page, 'Email or Password error')
  expect(await button(page, 'Log In').getAttribute('aria-disabled')).toBeNull()
  expect(asked).toBe(1)
  await context.close()
})

test('a response that is no page of the shop shows a general sentence', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto('/login')
  await page.route('**/login', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await logIn(page, 'ana@example.com', 'altamira')
  await expectSaid(page, 'Something went wrong on our side.')
  expect(await passwordField(page).inputValue()).toBe('altamira')
  await context.close()
})

test('what a page from memory is refused with looks as it does from the router', async () => {
  const looks = async (javaScript: boolean) => {
    const { page, context } = await aVisitor(browser, { javaScript })
    // Type that has come on one of the two and not on the other would be a difference too.
    await context.route(/\.woff2$/, (route) => route.abort())
    const response = await page.goto('/login')
    expect(response!.headers()['etag']).toBeDefined()
    await logIn(page, 'ana@example.com', '')
    await expectSaid(page, 'Please enter your password')
    await page.waitForLoadState()
    const styles = await page.getByRole('alert').evaluate((alert) => {
      const all = getComputedStyle(alert)
      const own = [...all].filter((name) => !name.startsWith('--'))
      return own.map((name) => `${name}: ${all.getPropertyValue(name)}`)
    })
    await context.close()
    return styles
  }
  expect(await looks(true)).toEqual(await looks(false))
})

test.each(['desktop', 'phone'] as const)('every screen is accessible (%s)', async (size) => {
  const visitor = await aVisitor(browser, { size })
  const { page, context } = visitor
  await page.goto('/login')
  await expectAccessible(page)
  await button(page, 'Log In').click()
  await expectSaid(page, 'Fill email input')
  await expectAccessible(page)
  for (const path of ['/signin', '/reset-password', '/confirm-email']) {
    await page.goto(path)
    await expectAccessible(page)
  }
  await registered(visitor)
  await page.goto('/account/security')
  await expectAccessible(page)
  await context.close()
})
