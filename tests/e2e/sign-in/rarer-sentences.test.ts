import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aPerson, aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { sentencesToRead } from '#tests/harness/identity-sentences.ts'
import { emailWithLinkTo } from '#tests/harness/inbox.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { button, consentAtGoogle, expectSaid, logIn, passwordField, register } from './screen.ts'

/** What section 8 only logs, and people read all the same where it happens to them. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a wrong password once too often', async () => {
  const { url } = theShop()
  const visitor = await aVisitor(browser)
  const { email } = await registered(visitor)
  await visitor.context.clearCookies({ name: 'kohue.session' })
  for (let n = 0; n < 10; n++) {
    const form = { email, password: 'not this one' }
    await visitor.context.request.post(`${url}/login`, { headers: { origin: url }, form })
  }
  await visitor.page.goto('/login')
  await logIn(visitor.page, email, 'not this one')
  await expectSaid(visitor.page, sentencesToRead['too-many-requests'])
  // No field is wrong: what was pressed keeps the focus.
  await expect
    .poll(() => visitor.page.evaluate(() => document.activeElement?.textContent))
    .toBe('Log In')
  await visitor.context.close()
})

test('an email’s link that has expired', async () => {
  const { url } = theShop()
  const visitor = await aVisitor(browser)
  const { email } = await registered(visitor)
  const form = { email, intent: 'recover' }
  await visitor.context.request.post(`${url}/login`, { headers: { origin: url }, form })
  const link = await emailWithLinkTo(email, '/reset-password')
  await queryDatabase(
    `update one_time_links set expires_at = now() - interval '1 second'
     where user_id = (select id from users where email = $1)`,
    [email],
  )
  await visitor.page.goto(link)
  await expectSaid(visitor.page, sentencesToRead['expired-action-code'])
  await visitor.context.close()
})

test('a first password, long after signing in with Google', async () => {
  const { page, context } = await aVisitor(browser, { javaScript: false })
  const email = `${randomUUID()}@gmail.example`
  await page.goto('/login')
  await button(page, 'Sign in with Google').click()
  await consentAtGoogle(page, email)
  await page.waitForURL('**/members*')
  await queryDatabase(
    `update sessions set created_at = now() - interval '1 day'
     where user_id = (select id from users where email = $1)`,
    [email],
  )
  await page.goto('/account/security')
  await passwordField(page, 'New password').fill('a first password')
  await button(page, 'Save password').click()
  await expectSaid(page, sentencesToRead['requires-recent-login'])
  await context.close()
})

test('a password that is longer than any may be', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto('/signin')
  await register(page, { ...aPerson(), password: 'a'.repeat(300) })
  await page.getByText('Password must be at most 256 characters long').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Ana')
  await context.close()
})
