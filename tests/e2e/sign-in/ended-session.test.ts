import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

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

const stillHere = 'You were signed out, so nothing was saved. What you typed is still here'
const lost = 'You were signed out, so nothing was saved. Please log in and send it again.'

/** Logs in by the link of the message, which opens a tab of its own. */
async function logInAgain(page: Page, email: string, password: string): Promise<Page> {
  const alert = page.getByRole('alert').filter({ hasText: stillHere })
  const opening = page.waitForEvent('popup')
  await alert.getByRole('link', { name: 'Log in' }).click()
  const tab = await opening
  await logIn(tab, email, password)
  await tab.waitForURL(page.url())
  return tab
}

async function typeAddress(page: Page): Promise<void> {
  await page.goto('/edit?edit=shipping')
  await field(page, 'address').fill('1200 Valencia Street')
  await field(page, 'city').fill('San Francisco')
  await field(page, 'zipCode').fill('94110')
}

test('a form of the account keeps what was typed when its login session has ended', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  await typeAddress(page)
  await endSessionsOf(person.email)
  const refused = page.waitForResponse((response) => response.request().method() === 'POST')
  await button(page, 'Save').click()
  expect((await refused).status()).toBe(401)
  await logInAgain(page, person.email, person.password)
  expect(await field(page, 'address').inputValue()).toBe('1200 Valencia Street')
  await button(page, 'Save').click()
  await page.getByText('94110').waitFor()
  await page.getByText(stillHere).waitFor({ state: 'detached' })
  await context.close()
})

test('a form of the admin does too, and is merged with what was saved meanwhile', async () => {
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
  const { page, context } = await aVisitor(browser)
  const { admin } = theShop()
  await page.goto('/login')
  await logIn(page, admin.email, admin.password)
  await page.waitForURL('**/admin/today')
  await page.goto(`/usersadmin/${row!.id}`)
  const note = field(page, 'membershipText2024')
  await note.fill('Three bottles, typed for a quarter of an hour')
  await queryDatabase(`update users set city = 'Sacramento', version = version + 1 where id = $1`, [
    row!.id,
  ])
  await endSessionsOf(admin.email)
  await button(page, 'Save').click()
  await logInAgain(page, admin.email, admin.password)
  await button(page, 'Save').click()
  await expect.poll(() => field(page, 'city').inputValue()).toBe('Sacramento')
  expect(await note.inputValue()).toBe('Three bottles, typed for a quarter of an hour')
  await Promise.all([context.close(), other.context.close()])
})

test('without JavaScript the log-in page says that nothing was saved', async () => {
  const visitor = await aVisitor(browser, { javaScript: false })
  const { page, context } = visitor
  const person = await registered(visitor)
  await typeAddress(page)
  await endSessionsOf(person.email)
  await button(page, 'Save').click()
  await page.waitForURL('**/login?**')
  await expectSaid(page, lost)
  await logIn(page, person.email, person.password)
  await page.waitForURL('**/edit?edit=shipping')
  expect(await field(page, 'city').inputValue()).toBe('')
  await context.close()
})

test('signed out far down a page of a phone, one sees why, and where to log in', async () => {
  const visitor = await aVisitor(browser, { size: 'phone' })
  const { page, context } = visitor
  const person = await registered(visitor)
  await typeAddress(page)
  await button(page, 'Save').scrollIntoViewIfNeeded()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await endSessionsOf(person.email)
  await button(page, 'Save').click()
  const alert = page.getByRole('alert').filter({ hasText: stillHere })
  const [link, screen] = [alert.getByRole('link', { name: 'Log in' }), page.viewportSize()!]
  const box = (await link.boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThanOrEqual(screen.height)
  expect(box.x + box.width).toBeLessThanOrEqual(screen.width)
  expect(asked).toEqual([])
  await context.close()
})

test('what one account typed is not saved in another of the same browser', async () => {
  const visitor = await aVisitor(browser)
  const { page, context } = visitor
  const person = await registered(visitor)
  const other = await registered(await aVisitor(browser))
  await typeAddress(page)
  await endSessionsOf(person.email)
  await button(page, 'Save').click()
  await logInAgain(page, other.email, other.password)
  await button(page, 'Save').click()
  await page.waitForURL('**/edit')
  const cities = await queryDatabase<{ city: string | null }>(
    'select city from users where email = any($1)',
    [[person.email, other.email]],
  )
  expect(cities.map(({ city }) => city || null)).toEqual([null, null])
  await context.close()
})
