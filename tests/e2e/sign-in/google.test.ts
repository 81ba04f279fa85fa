import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { emailWithLinkTo } from '#tests/harness/inbox.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { button, consentAtGoogle, expectSaid, logIn } from './screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const aGoogleAddress = () => `${randomUUID()}@gmail.example`

async function googleWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, 'Sign in with Google').click(),
  ])
  await popup.getByText('Choose an account').waitFor()
  return popup
}

describe('in a window of its own', () => {
  test('registers a new person, and signs in a returning one as they are', async () => {
    const { page, context } = await aVisitor(browser)
    const email = aGoogleAddress()
    await page.clock.install()
    await page.goto('/signin')
    const popup = await googleWindow(page)
    // However long they take: a window at Google is open still.
    await page.clock.runFor(5_000)
    expect(await page.getByRole('alert').count()).toBe(0)
    const closed = popup.waitForEvent('close')
    await consentAtGoogle(popup, email)
    await page.waitForURL('**/members*')
    await closed
    await page.getByRole('heading', { name: /Lucía/ }).waitFor()

    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await consentAtGoogle(await googleWindow(page), email)
    await page.waitForURL('**/members*')
    await page.goto('/account/security')
    await page.getByText('You can sign in with Google.').waitFor()
    await context.close()
  })

  test('closed without choosing says so, and can be tried again', async () => {
    const { page, context } = await aVisitor(browser)
    await page.goto('/signin')
    const report = page.waitForResponse('**/api/identity/report')
    await (await googleWindow(page)).close()
    await expectSaid(page, 'The Google window was closed before you were signed in.')
    expect((await report).status()).toBe(204)
    expect((await report).request().postData()).toBe('code=popup-closed-by-user&at=google')
    const again = await googleWindow(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    await consentAtGoogle(again, aGoogleAddress())
    await page.waitForURL('**/members*')
    await context.close()
  })

  test('declined says so', async () => {
    const { page, context } = await aVisitor(browser)
    await page.goto('/login')
    const popup = await googleWindow(page)
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expectSaid(page, 'Signing in with Google was canceled.')
    await context.close()
  })

  test('goes on to where the person was going', async () => {
    const { page, context } = await aVisitor(browser)
    await page.goto('/account/security')
    await consentAtGoogle(await googleWindow(page), aGoogleAddress())
    await page.waitForURL('**/account/security')
    await context.close()
  })
})

describe('by full redirect', () => {
  test.each([
    ['without JavaScript', { javaScript: false }],
    ['where windows are blocked', { javaScript: true }],
  ])('%s registers a new person', async (_name, options) => {
    const { page, context } = await aVisitor(browser, options)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/signin')
    await button(page, 'Sign in with Google').click()
    await consentAtGoogle(page, aGoogleAddress())
    await page.waitForURL('**/members*')
    await page.getByRole('heading', { name: /Lucía/ }).waitFor()
    await context.close()
  })

  test('takes over an account of its address that was never confirmed, and says so', async () => {
    const visitor = await aVisitor(browser, { javaScript: false })
    const { page, context } = visitor
    const person = await registered(visitor)
    const before = await context.cookies()
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await button(page, 'Sign in with Google').click()
    await consentAtGoogle(page, person.email)
    await page.waitForURL('**/members*')
    await expectSaid(page, 'its password was removed and all other devices were signed out')
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await logIn(page, person.email, person.password)
    await expectSaid(page, 'Email or Password error')
    await context.addCookies(before)
    await page.goto('/members')
    await page.waitForURL('**/login?**')
    await context.close()
  })

  test('an account of the same address that is confirmed keeps its password', async () => {
    const visitor = await aVisitor(browser, { javaScript: false })
    const { page, context } = visitor
    const person = await registered(visitor)
    await page.goto('/account/security')
    await button(page, 'Send a confirmation email').click()
    await expectSaid(page, 'We have sent you an email')
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto(await emailWithLinkTo(person.email, '/confirm-email'))
    await expectSaid(page, 'Please log in to the account that this link was sent for.')
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/confirm-email')
    await button(page, 'Confirm').click()
    await expectSaid(page, 'Your email is confirmed.')

    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await button(page, 'Sign in with Google').click()
    await consentAtGoogle(page, person.email)
    await page.waitForURL('**/members*')
    await page.getByRole('heading', { name: /Ana/ }).waitFor()
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/members*')
    await context.close()
  })

  test('an address that Google has not verified joins nothing', async () => {
    const visitor = await aVisitor(browser, { javaScript: false })
    const { page, context } = visitor
    const person = await registered(visitor)
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto('/login')
    await button(page, 'Sign in with Google').click()
    await consentAtGoogle(page, person.email, false)
    await expectSaid(page, 'Google has not verified this email address.')
    await context.close()
  })

  test('a response that is signed with another key than Google’s lets nobody in', async () => {
    const { page, context } = await aVisitor(browser, { javaScript: false })
    const email = aGoogleAddress()
    await page.goto('/login')
    await button(page, 'Sign in with Google').click()
    await page.getByLabel('Sign the ID token with a key that is not Google’s').check()
    await consentAtGoogle(page, email)
    await expectSaid(page, 'Signing in with Google was not finished in time.')
    const cookies = await context.cookies()
    expect(cookies.map(({ name }) => name)).not.toContain('kohue.session')
    expect(await queryDatabase('select 1 from users where email = $1', [email])).toEqual([])
    await context.close()
  })

  test.each([
    ['at all', false],
    ['in that visit', true],
  ])(
    'a response that this browser did not ask for %s lets nobody in',
    async (_name, isUnderway) => {
      const stolen = await stolenAnswer()
      const { page, context } = await aVisitor(browser, { javaScript: false })
      if (isUnderway) {
        await page.goto('/login')
        await button(page, 'Sign in with Google').click()
        await page.getByText('Choose an account').waitFor()
      }
      await page.goto(stolen)
      await expectSaid(page, 'Signing in with Google was not finished in time.')
      const cookies = await context.cookies()
      expect(cookies.map(({ name }) => name)).not.toContain('kohue.session')
      await context.close()
    },
  )
})

/** The callback address of another user's sign-in at Google, not yet used. */
async function stolenAnswer(): Promise<string> {
  const { url } = theShop()
  const begun = await fetch(`${url}/login/google`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ to: '/members' }),
  })
  const asked = new URL(begun.headers.get('location')!)
  const form = new URLSearchParams(asked.searchParams)
  form.set('choice', 'other')
  form.set('email', aGoogleAddress())
  form.set('email_verified', 'yes')
  const answered = await fetch(asked, { method: 'POST', redirect: 'manual', body: form })
  return answered.headers.get('location')!
}
