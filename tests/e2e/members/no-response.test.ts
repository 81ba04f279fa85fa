import { randomUUID } from 'node:crypto'

import type { Browser, Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aStaffMember, aUser, field, pressSave } from '#tests/e2e/admin/a-staff-member.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectHydrated } from '#tests/harness/keyboard.ts'

import { aMember, california, ordersFor } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const lost = /^We could not reach the shop. Nothing/
const note = (page: Page) => page.locator('[name="optionalText"]')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

const ways: [string, (route: Route) => Promise<void>][] = [
  ['no network', (route) => route.abort()],
  ['a busy shop', (route) => route.fulfill({ status: 503, body: 'full' })],
  ['too many tries', (route) => route.fulfill({ status: 429, body: 'wait' })],
  ['half a response', (route) => route.fulfill({ status: 200, body: '[{"_1":2},"da' })],
]

describe.each(ways)('%s', (_name, response) => {
  test('a form keeps what was typed, says so, and can be sent again', async () => {
    const { page, context } = await aMember(browser, { profile: california })
    await page.goto('/members?view=account&edit=personal')
    await note(page).fill('Ring twice')
    await page.route(/\.data/, (route) =>
      route.request().method() === 'POST' ? response(route) : route.continue(),
    )
    await save(page).click()
    await page.getByRole('alert').getByText(lost).waitFor()
    expect(await note(page).inputValue()).toBe('Ring twice')
    await page.unrouteAll()
    await save(page).click()
    await page.getByText('Your account is saved.').waitFor()
    await page.getByText(lost).waitFor({ state: 'detached' })
    await page.getByText('Ring twice').waitFor()
    await context.close()
  })
})

test('so does a form of the admin', async () => {
  const { page, context } = await aStaffMember(browser)
  const user = await aUser()
  await page.goto(`/usersadmin/${user.id}`)
  await field(page, 'membershipTextA').fill('Two cases set aside')
  await page.route(/\.data/, (route) => route.abort())
  await pressSave(page)
  await page.getByRole('alert').getByText(lost).waitFor()
  expect(await field(page, 'membershipTextA').inputValue()).toBe('Two cases set aside')
  await page.unrouteAll()
  await pressSave(page)
  await page.getByText('User updated').waitFor()
  await context.close()
})

test('so does one that is empty once it came through', async () => {
  const { page, context } = await aStaffMember(browser)
  await page.goto('/admin/data-requests')
  const add = page.getByRole('button', { name: 'Add it' })
  const email = page.getByLabel('Email')
  await expectHydrated(add)
  await email.fill('by.phone@example.com')
  await page.route(/\.data/, (route) => route.abort())
  await add.click()
  await page.getByRole('alert').getByText(lost).waitFor()
  expect(await email.inputValue()).toBe('by.phone@example.com')
  await page.unrouteAll()
  await add.click()
  await page.getByText(/^Added as number/).waitFor()
  await expect.poll(() => email.inputValue()).toBe('')
  await context.close()
})

test('and so does one that was refused before', async () => {
  const { page, context } = await aStaffMember(browser)
  await page.goto(paths.shipperProfiles())
  const form = page.locator('form').filter({ has: page.locator('[name=id][value=""]') })
  const [name, add] = [form.getByLabel('Name'), form.getByRole('button', { name: 'Add a profile' })]
  await expectHydrated(add)
  await form.getByLabel('Columns').fill('Box = shipment')
  await add.click()
  await page.getByText('A name of at most 60 characters.').waitFor()
  await name.fill('Morning truck')
  await page.route(/\.data/, (route) => route.abort())
  await add.click()
  await page.getByRole('alert').getByText(lost).waitFor()
  expect(await name.inputValue()).toBe('Morning truck')
  expect(await form.getByLabel('Columns').inputValue()).toBe('Box = shipment')
  await page.unrouteAll()
  // And one that was previewed.
  await page.goto(paths.shipmentHolds())
  const places = page.getByLabel('Places')
  await expectHydrated(page.getByRole('button', { name: 'See how many' }))
  await places.fill('AK')
  await page.getByRole('button', { name: 'See how many' }).click()
  await page.getByText(/affected\.$/).waitFor()
  await page.route(/\.data/, (route) => route.abort())
  await page.getByRole('button', { name: 'Hold them' }).click()
  await page.getByRole('alert').getByText(lost).waitFor()
  expect(await places.inputValue()).toBe('AK')
  await context.close()
})

test('and so does one that met what another had saved', async () => {
  const id = `lost-${randomUUID()}`
  await queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       description_a, category_id, category_name, release_state, stock, price_id)
     values ($1, $1, 'a case', $1, 2023, 'bottle-malbec-2022', 45000, '', '', $1, $1, 'closed', 120,
       $1)`,
    [id],
  )
  const { page, context } = await aStaffMember(browser)
  await page.goto(paths.wine(id))
  const name = page.getByLabel('Name', { exact: true })
  const press = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectHydrated(name)
  await name.fill('Typed here')
  await queryDatabase('update products set version = version + 1, stock = 90 where id = $1', [id])
  await press()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Cases in all' }).inputValue())
    .toBe('90')
  expect(await name.inputValue()).toBe('Typed here')
  await page.route(/\.data/, (route) => route.abort())
  await press()
  await page.getByRole('alert').getByText(lost).waitFor()
  expect(await name.inputValue()).toBe('Typed here')
  await context.close()
  await queryDatabase('delete from products where id = $1', [id])
})

test('a form that stays on its page keeps what was typed, and is said to have failed until it came through', async () => {
  const member = await aMember(browser)
  await ordersFor(member.person.email, 1)
  const [order] = await queryDatabase<{ number: number }>(
    'select number from orders where email = $1',
    [member.person.email],
  )
  const { page, context } = await aStaffMember(browser)
  await page.goto(paths.staffOrder(order!.number))
  const add = page.getByRole('button', { name: 'Add note' })
  await expectHydrated(add)
  await page.getByLabel('Add a note').fill('She called.')
  await page.route(/\.data/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await add.click()
  const alert = page.getByRole('alert').getByText(lost)
  await alert.waitFor()
  expect(await page.getByLabel('Add a note').inputValue()).toBe('She called.')
  await page.unrouteAll()
  await add.click()
  await page.getByRole('listitem').filter({ hasText: 'She called.' }).first().waitFor()
  await expect.poll(() => alert.count()).toBe(0)
  await Promise.all([context.close(), member.context.close()])
})

test('a page that does not come can be tried again', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/members?view=account')
  await page.getByRole('heading', { name: 'Personal information' }).waitFor()
  await page.route(/\.data/, (route) => route.abort())
  await page.getByRole('link', { name: 'Order History' }).first().click()
  const again = page.getByRole('link', { name: 'Try again' })
  await again.waitFor()
  await page.unrouteAll()
  await again.click()
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
  await page.waitForURL('**/members?view=orders')
  await context.close()
})

test('the cart takes only its own response for one', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono')
  await page.route('**/cart', (route) =>
    route.fulfill({ status: 429, json: { error: { message: 'wait' } } }),
  )
  await page.getByRole('button', { name: 'One more 2022 Malbec' }).click()
  await page.getByText('Please check your cart before you go on.').waitFor()
  await context.close()
})
