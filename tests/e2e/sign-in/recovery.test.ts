import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { emailWithLinkTo, subjectsTo } from '#tests/harness/inbox.ts'

import { button, expectSaid, logIn, passwordField } from './screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([{ javaScript: true }, { javaScript: false }])(
  'JavaScript $javaScript',
  (options) => {
    test('a forgotten password is replaced through the email, once', async () => {
      const elsewhere = await aVisitor(browser)
      const person = await registered(elsewhere)
      const { page, context } = await aVisitor(browser, options)
      await page.goto('/login')
      await page.getByLabel('Email').fill(person.email)
      await button(page, 'Forgot Password?').click()
      await expectSaid(page, `A recovery message was sent to ${person.email}`)

      const link = await emailWithLinkTo(person.email, '/reset-password')
      const token = new URL(link).searchParams.get('token')!
      await page.goto(link)
      expect(page.url()).not.toContain(token)
      expect(await page.content()).not.toContain(token)
      await passwordField(page, 'New password').fill('abc')
      await button(page, 'Save password').click()
      await page.getByText('Password must be at least 6 characters long').waitFor()
      await passwordField(page, 'New password').fill('a better password')
      await button(page, 'Save password').click()
      await page.waitForURL('**/members*')
      await expectSaid(page, 'Your password has been changed.')

      await elsewhere.page.goto('/members')
      expect(new URL(elsewhere.page.url()).pathname).toBe('/login')
      await logIn(elsewhere.page, person.email, person.password)
      await expectSaid(elsewhere.page, 'Email or Password error')
      await logIn(elsewhere.page, person.email, 'a better password')
      await elsewhere.page.waitForURL('**/members*')

      await page.goto(link)
      await expectSaid(
        page,
        'This link is not valid or has already been used. Please ask for a new one.',
      )
      expect(await subjectsTo(person.email, 3)).toHaveLength(3)
      await Promise.all([context.close(), elsewhere.context.close()])
    })
  },
)

test('the age gate keeps the email’s link', async () => {
  const person = await registered(await aVisitor(browser))
  const { page, context } = await aVisitor(browser, { isOver21: false })
  await context.request.post('/login', {
    headers: { origin: new URL(await originOf(page)).origin },
    form: { email: person.email, intent: 'recover' },
  })
  await page.goto(await emailWithLinkTo(person.email, '/reset-password'))
  await button(page, 'I am over 21').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await passwordField(page, 'New password').fill('a better password')
  await button(page, 'Save password').click()
  await page.waitForURL('**/members*')
  await context.close()
})

async function originOf(page: import('playwright').Page): Promise<string> {
  await page.goto('/login')
  return page.url()
}

test('an email is changed once it is approved at the old address and confirmed at the new one', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  const next = `next-${person.email}`
  await page.goto('/account/security')
  await page.getByLabel('New email').fill(next)
  await passwordField(page, 'Current password').last().fill(person.password)
  await button(page, 'Change email').click()
  await expectSaid(page, 'Please open both emails')
  await page.getByText(`Not approved yet: open the email we sent to ${person.email}.`).waitFor()
  await page.getByText(/^This change expires on/).waitFor()
  await button(page, 'Cancel the change').click()
  await expectSaid(page, 'The change is canceled.')

  await page.getByLabel('New email').fill(next)
  await passwordField(page, 'Current password').last().fill(person.password)
  await button(page, 'Change email').click()
  await expectSaid(page, 'Please open both emails')
  await page.goto(await emailWithLinkTo(next, '/confirm-email', 2))
  await button(page, 'Confirm').click()
  await expectSaid(page, 'once it is approved at your current address')
  await page.goto(await emailWithLinkTo(person.email, '/confirm-email', 3))
  await button(page, 'Approve').click()
  await expectSaid(page, 'Your email has been changed.')

  await page.goto('/account/security')
  await page.getByText(next).waitFor()
  await context.close()
})

test('a change whose old mailbox is lost waits for 72 hours', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  const next = `next-${person.email}`
  await page.goto('/account/security')
  await page.getByLabel('New email').fill(next)
  await passwordField(page, 'Current password').last().fill(person.password)
  await button(page, 'Change email').click()
  await page.getByText(`I can no longer read ${person.email}`).click()
  await button(page, 'Start the 72 hours').click()
  await expectSaid(page, 'Please enter your password')
  await passwordField(page, 'Current password').last().fill(person.password)
  await button(page, 'Start the 72 hours').click()
  await expectSaid(page, 'The 72 hours have started.')
  await page.getByText(/^Waiting until .* because the current mailbox is lost/).waitFor()
  for (const address of [person.email, next]) {
    await expect
      .poll(() => subjectsTo(address, 2))
      .toContain('The email of your Kohue account will change')
  }
  await context.close()
})

test('devices are seen and signed out, and the password changed, from the security page', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  const other = await aVisitor(browser)
  await other.page.goto('/login')
  await logIn(other.page, person.email, person.password)
  await other.page.waitForURL('**/members*')

  await page.goto('/account/security')
  await page.getByText('This device').waitFor()
  await button(page, /^Sign out Chrome/).click()
  await expectSaid(page, 'That device has been signed out.')
  await other.page.goto('/members')
  expect(new URL(other.page.url()).pathname).toBe('/login')

  await passwordField(page, 'Current password').first().fill('not this one')
  await passwordField(page, 'New password').fill('a better password')
  await button(page, 'Save password').click()
  await expectSaid(page, 'That is not your current password.')
  const wrong = page.locator('input[name="current"][aria-invalid="true"]')
  expect(await wrong.count()).toBe(1)
  expect(await wrong.evaluate((field) => field === document.activeElement)).toBe(true)
  await passwordField(page, 'Current password').first().fill(person.password)
  await passwordField(page, 'New password').fill('a better password')
  await button(page, 'Save password').click()
  await expectSaid(page, 'Your password has been changed.')

  await button(page, 'Sign out everywhere').click()
  await page.waitForURL('**/login')
  await expectSaid(page, 'You have been signed out on all devices.')
  await logIn(page, person.email, 'a better password')
  await page.waitForURL('**/members*')
  await Promise.all([context.close(), other.context.close()])
})
