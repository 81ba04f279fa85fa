import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { bothWays, expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus, expectHydrated } from '#tests/harness/keyboard.ts'

import { aStaffMember, aUser } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a refused form leaves the focus where it was moved while the form was sent', async () => {
  const { page, context } = await aStaffMember(browser)
  await page.goto('/admin/data-requests')
  const add = page.getByRole('button', { name: 'Add it' })
  await expectHydrated(add)
  const answered = Promise.withResolvers<void>()
  await page.route(/\.data/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByLabel('Email').fill('not an address')
  await add.click()
  const elsewhere = page.getByLabel('Kind')
  await elsewhere.focus()
  answered.resolve()
  await page.getByText('This is not a valid email').waitFor()
  await expectFocus(page, elsewhere)
  // Where it was not moved, the wrong field has it.
  await add.click()
  await expectFocus(page, page.getByLabel('Email'))
  await context.close()
})

test('two accounts that change places are merged by what is proposed for them then', async () => {
  const [full, bare] = [await aUser({ phone: '+12125550147' }), await aUser()]
  const { page, context } = await aStaffMember(browser)
  await page.goto(`${paths.mergeUser(bare.id)}?with=${full.id}`)
  const phone = page.getByRole('radiogroup', { name: 'Phone' })
  const nothing = phone.getByRole('radio', { name: 'nothing' })
  await nothing.and(page.locator('[value=into]')).waitFor()
  expect(await nothing.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Keep the other account instead' }).click()
  await nothing.and(page.locator('[value=from]')).waitFor()
  expect(await nothing.isChecked()).toBe(false)
  await context.close()
})

describe.each(bothWays)('one person ($size, JavaScript $javaScript)', (way) => {
  test('is one page from either record, with the sentence that they read', async () => {
    const user = await aUser({ email_verified: true, subscription: 'inactive' })
    await queryDatabase(
      `insert into consents (email, kind, verdict, source, wording)
       values ($1, 'email', 'yes', 'form', 'By subscribing you agree'),
              ($1, 'email', 'no', 'one-click', 'Unsubscribe')`,
      [user.email],
    )
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`/usersadmin/${user.id}`)
    await page.getByText(/^You left the list on .* by the unsubscribe button/).waitFor()
    await page.getByRole('link', { name: 'All we keep about them' }).click()
    await page.getByRole('heading', { level: 1, name: user.lastName }).waitFor()
    await page.getByText('They may not be emailed: their subscription is inactive.').waitFor()
    await page.getByText('By subscribing you agree').waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
    await page.goto('/usersadmin/00000000-0000-4000-8000-000000000000/person')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await staff.context.close()
  })

  test('a request by letter is recorded, and marked done', async () => {
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto('/admin/data-requests')
    const kind = page.getByLabel('Kind')
    await kind.selectOption({ label: 'To have their data erased' })
    await page.getByLabel('Email').fill('not an address')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('This is not a valid email').waitFor()
    expect(await kind.inputValue()).toBe('erasure')
    expect(await page.getByLabel('Email').inputValue()).toBe('not an address')
    await page.getByLabel('Email').fill('by.letter@example.com')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText(/^Added as number \d+\.$/).waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
    const [request] = await queryDatabase<{ number: string }>(
      `select max(number)::text as number from data_requests where done_at is null`,
    )
    const close = `Close request ${request!.number}`
    await page.getByRole('link', { name: close }).click()
    await page.getByText(/^Are you sure\?/).waitFor()
    await page.getByRole('button', { name: close }).click()
    await page.getByText('Please choose what was done').waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
    await page.getByLabel('What was done').selectOption({ label: 'Something else' })
    await page.getByRole('button', { name: close }).click()
    await page.getByText('Please say in your words what was done').waitFor()
    await page.getByLabel('Details').fill('Answered by letter')
    await page.getByRole('button', { name: close }).click()
    await page.getByText(`Request ${request!.number} is closed.`).waitFor()
    expect(await page.getByText('by.letter@example.com').count()).toBe(0)
    await staff.context.close()
  })
})
