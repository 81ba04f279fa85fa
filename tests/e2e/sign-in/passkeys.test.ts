import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'

import { button, expectSaid, passwordField } from './screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a passkey is added, logs in where the email is filled in, and no longer once it is removed', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const person = await registered(visitor)
  await queryDatabase('update users set email_verified = true where email = $1', [person.email])

  await page.goto('/account/security')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByLabel('Name').fill('My laptop')
  await passwordField(section, 'Current password').fill(person.password)
  await button(section, 'Add a passkey').click()
  await expectSaid(page, 'The passkey “My laptop” was added.')

  // The virtual browser chooses the passkey by itself, as a press on what it offers would.
  await context.clearCookies({ name: /session/ })
  await page.goto('/login?to=%2Faccount%2Fsecurity')
  await page.waitForURL('**/account/security')

  // Who came by a purchase link confirms with it.
  await context.clearCookies({ name: /session/ })
  const [row] = await queryDatabase<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  const { path } = await aPurchaseLink({ id: row!.id, email: person.email })
  await page.goto(path)
  await button(page, /^Continue/).click()
  await page.waitForURL((to) => !to.pathname.startsWith('/enter'))
  await page.goto('/account/security')
  await page.getByRole('heading', { name: 'Please confirm it’s you' }).waitFor()
  await expectAccessible(page)
  await button(page, 'Confirm with a passkey').click()
  await page.waitForURL('**/account/security')

  await section.getByText('Change “My laptop”').click()
  await passwordField(section.getByRole('listitem'), 'Current password').fill(person.password)
  await button(section, 'Remove this passkey').click()
  await expectSaid(page, 'The passkey “My laptop” was removed')

  await context.clearCookies({ name: /session/ })
  await page.goto('/login')
  await expectSaid(page, 'This passkey does not belong to an account.')
  expect(new URL(page.url()).pathname).toBe('/login')

  // It is offered again where Back brings the page as it was left.
  const again = page.waitForRequest('**/login/passkey*')
  await page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow']) {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    }
  })
  await again
  await context.close()
})
