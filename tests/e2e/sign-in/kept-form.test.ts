import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { button, expectSaid, logIn } from './screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const endSessionsOf = (email: string) =>
  queryDatabase('delete from sessions where user_id = (select id from users where email = $1)', [
    email,
  ])

const field = (page: Page, name: string) => page.locator(`form [name=${name}]`)

const signedOut = 'You were signed out. Log in again: what you typed has been kept for you.'
const restored = 'Here is what you typed before you were signed out. It is not saved yet.'

async function logInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.waitForURL('**/login?**')
  await expectSaid(page, signedOut)
  await logIn(page, email, password)
}

describe.each([{ javaScript: true }, { javaScript: false }])(
  'a form whose login session ended, JavaScript $javaScript',
  (options) => {
    test('of the account is back as it was typed, and can be saved', async () => {
      const visitor = await aVisitor(browser, options)
      const { page, context } = visitor
      const person = await registered(visitor)
      await page.goto('/edit?edit=shipping')
      await field(page, 'address').fill('1200 Valencia Street')
      await field(page, 'city').fill('San Francisco')
      await field(page, 'zipCode').fill('94110')
      await endSessionsOf(person.email)
      await button(page, 'Save').click()
      await logInAgain(page, person.email, person.password)
      await page.waitForURL('**/edit?edit=shipping')
      await page.getByText(restored).waitFor()
      expect(await field(page, 'address').inputValue()).toBe('1200 Valencia Street')
      await button(page, 'Save').click()
      await page.getByText('94110').waitFor()
      await page.reload()
      expect(await page.getByText(restored).count()).toBe(0)
      await context.close()
    })

    test('of the admin is back as it was typed, merged with what was saved meanwhile', async () => {
      const other = await aVisitor(browser)
      const subject = await registered(other)
      const [row] = await queryDatabase<{ id: string }>('select id from users where email = $1', [
        subject.email,
      ])
      await queryDatabase(
        `update users set phone = '4155550123', birthdate = '1981-04-12', state = 'CA',
           address = '1200 Valencia Street', city = 'San Francisco', zip_code = '94110',
           billing_differs = false where id = $1`,
        [row!.id],
      )
      const { page, context } = await aVisitor(browser, options)
      const { admin } = inject('server')
      await page.goto('/login')
      await logIn(page, admin.email, admin.password)
      await page.waitForURL('**/admin/overview')
      await page.goto(`/usersadmin/${row!.id}`)
      await field(page, 'membershipText2024').fill('Three bottles, typed for a quarter of an hour')
      await queryDatabase(
        `update users set city = 'Sacramento', version = version + 1 where id = $1`,
        [row!.id],
      )
      await endSessionsOf(admin.email)
      await button(page, 'Save').click()
      await logInAgain(page, admin.email, admin.password)
      await page.waitForURL(`**/usersadmin/${row!.id}`)
      const note = field(page, 'membershipText2024')
      expect(await note.inputValue()).toBe('Three bottles, typed for a quarter of an hour')
      expect(await field(page, 'city').inputValue()).toBe('Sacramento')
      await Promise.all([context.close(), other.context.close()])
    })
  },
)

test('signed out far down a page of a phone, one sees why, and where to log in', async () => {
  const visitor = await aVisitor(browser, { size: 'phone' })
  const { page, context } = visitor
  const person = await registered(visitor)
  await page.goto('/edit?edit=shipping')
  await field(page, 'address').fill('1200 Valencia Street')
  await field(page, 'city').fill('San Francisco')
  await field(page, 'zipCode').fill('94110')
  await button(page, 'Save').scrollIntoViewIfNeeded()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await endSessionsOf(person.email)
  await button(page, 'Save').click()
  await page.waitForURL('**/login?**')
  await expectSaid(page, signedOut)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(asked).toEqual([])
  await context.close()
})

test('what one account typed is not shown to another in the same browser', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  const other = await registered(await aVisitor(browser))
  await page.goto('/edit?edit=shipping')
  await field(page, 'city').fill('San Francisco')
  await field(page, 'address').fill('1200 Valencia Street')
  await field(page, 'zipCode').fill('94110')
  await endSessionsOf(person.email)
  await button(page, 'Save').click()
  await logInAgain(page, other.email, other.password)
  await page.waitForURL('**/edit?edit=shipping')
  expect(await field(page, 'city').inputValue()).toBe('')
  expect(await page.getByText(restored).count()).toBe(0)
  await context.close()
})
