import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aStaffMember, aUser } from '#tests/e2e/admin/a-staff-member.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { press } from '#tests/harness/press.ts'

import { aMember, california } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

/** Waits for hydration: Save is inactive only then. */
async function openBlock(page: Page, block: string): Promise<void> {
  await page.goto(`/edit?edit=${block}`)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName))
    .toMatch(/INPUT|BODY/)
  await page.waitForFunction(() => document.readyState === 'complete')
}

/** An invalid value in the field that has the focus. */
async function typeInvalid(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value)
  await expect
    .poll(() => page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'))
    .toBe('true')
  await field(page, name).focus()
}

const leave = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

describe.each(['desktop', 'phone'] as const)('with an invalid field focused (%s)', (size) => {
  test.each([
    ['Cancel', (page: Page) => page.getByRole('link', { name: 'Cancel' })],
    ['YES', (page: Page) => page.getByRole('button', { name: 'YES' })],
    [
      'another block’s Edit',
      (page: Page) => page.getByRole('link', { name: 'Edit Billing address' }),
    ],
  ])('the first press on %s counts, and asks before what is typed is lost', async (_, control) => {
    const { page, context } = await aMember(browser, { size, profile: california })
    await openBlock(page, 'shipping')
    await typeInvalid(page, 'zipCode', '941')
    await press(page, control(page))
    await leave(page).waitFor()
    await leave(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await field(page, 'zipCode').inputValue()).toBe('941')
    // Now that the press is over, the message is shown.
    await page.getByText('At least 5 characters in zipcodes', { exact: true }).waitFor()
    await press(page, control(page))
    await leave(page).getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => field(page, 'zipCode').count()).toBe(0)
    await context.close()
  })

  test('Unsubscribe asks once, and what is typed stays', async () => {
    const { page, context } = await aMember(browser, { size, profile: california })
    await openBlock(page, 'shipping')
    await typeInvalid(page, 'zipCode', '941')
    await press(page, page.getByRole('button', { name: 'Unsubscribe' }))
    const asked = page.getByRole('dialog', { name: 'Unsubscribe?' })
    await press(page, asked.getByRole('button', { name: 'Yes, unsubscribe' }))
    await page.getByText('Sorry to see you go! We will contact you via email to confirm.').waitFor()
    await page.getByText('We do not write to you about our releases.').waitFor()
    expect(await leave(page).isVisible()).toBe(false)
    expect(await field(page, 'zipCode').inputValue()).toBe('941')
    // The form may still be saved: the subscription is none of its fields.
    await field(page, 'zipCode').fill('94103')
    await press(page, page.getByRole('button', { name: 'Save' }))
    await page.getByText('San Francisco, California 94103').waitFor()
    await context.close()
  })
})

test('YES and NO without changes are not asked about', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await openBlock(page, 'personal')
  await press(page, page.getByRole('button', { name: 'YES' }))
  await page.getByText('The billing address is the shipping address.').waitFor()
  await context.close()
})

test('YES goes through once the question is answered with Leave', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await openBlock(page, 'shipping')
  await field(page, 'city').fill('Oakland')
  await press(page, page.getByRole('button', { name: 'YES' }))
  await leave(page).getByRole('button', { name: 'Leave' }).click()
  await page.getByText('The billing address is the shipping address.').waitFor()
  await page.getByText('San Francisco, California 94110').first().waitFor()
  await context.close()
})

describe('on forms whose errors come from the server', () => {
  test.each([
    ['/login', 'email', 'ana', '/join'],
    ['/signin', 'email', 'ana', '/login'],
    ['/ex-join', 'email', 'ana', '/ourwines'],
    ['/offer1/ship-to', 'email', 'ana', '/offer1'],
  ])('%s: the first press elsewhere counts', async (path, name, value, target) => {
    const { page, context } = await aVisitor(browser)
    await page.goto(path)
    await field(page, name).fill(value)
    await page.locator('main button:not([type=button])').first().click()
    await page.locator('main').locator('[role=alert], [aria-invalid=true]').first().waitFor()
    await field(page, name).fill(`${value}x`)
    await press(page, page.locator(`a[href^="${target}"]`).first())
    await page.waitForURL((url) => url.pathname === target)
    await context.close()
  })
})

describe('in the admin, the first press on Cancel counts and asks', () => {
  test('on the form of a subscriber', async () => {
    const [row] = await queryDatabase<{ id: string }>(
      `insert into mailing_list_clients (full_name, email, consent_source, consent_wording)
       values ('Ana Ruiz', gen_random_uuid() || '@list.example', 'test', 'test') returning id`,
    )
    await cancelIsAskedAbout(`/joinedadmin/${row!.id}`)
  })

  test('on the form of a user', async () => {
    await cancelIsAskedAbout(`/usersadmin/${(await aUser()).id}`)
  })

  async function cancelIsAskedAbout(path: string): Promise<void> {
    const { page, context } = await aStaffMember(browser)
    await page.goto(path)
    await typeInvalid(page, 'zipCode', '941')
    await press(page, page.getByRole('link', { name: 'Cancel' }))
    await leave(page).waitFor()
    await leave(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByText('At least 5 characters in zipcodes', { exact: true }).waitFor()
    await context.close()
  }
})

describe('a message over the page', () => {
  test('goes with the page', async () => {
    const { page, context } = await aMember(browser, { profile: california })
    await page.goto('/edit')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
    const message = page.getByRole('alert').getByText('Sorry to see you go!')
    await message.waitFor()
    await page.getByRole('link', { name: 'Password and devices' }).first().click()
    await expect.poll(() => message.count()).toBe(0)
    await context.close()
  })

  test('goes when it is no longer true', async () => {
    const { page, context } = await aMember(browser, { profile: california })
    await page.goto('/edit')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
    const message = page.getByRole('alert').getByText('Sorry to see you go!')
    await message.waitFor()
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('alert').getByText('We are happy!').waitFor()
    expect(await message.count()).toBe(0)
    await context.close()
  })

  test('goes after eight seconds, but not while the pointer or the focus is on it', async () => {
    const { page, context } = await aMember(browser, { profile: california })
    await page.clock.install()
    await page.goto('/edit')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
    const message = page.getByRole('alert').getByText('Sorry to see you go!')
    await message.waitFor()
    await message.hover()
    await page.clock.runFor(30_000)
    expect(await message.count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await page.mouse.move(5, 5)
    await page.clock.runFor(30_000)
    expect(await message.count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).blur()
    await page.clock.runFor(7_500)
    expect(await message.count()).toBe(1)
    await page.clock.runFor(1_000)
    await expect.poll(() => message.count()).toBe(0)
    await context.close()
  })

  test('of what did not reach the shop stays until it is dismissed', async () => {
    const { page, context } = await aMember(browser)
    await page.clock.install()
    await page.goto('/mono')
    await page.route('**/cart', (route) => route.abort())
    await page.getByRole('button', { name: 'One more 2022 Malbec' }).first().click()
    const message = page.getByRole('alert').getByText('We could not reach the shop.')
    await message.waitFor()
    await page.mouse.move(5, 5)
    await page.clock.runFor(60_000)
    expect(await message.count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => message.count()).toBe(0)
    await context.close()
  })
})
