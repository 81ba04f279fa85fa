import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectNoSideways, oppositeWays, ordersFor } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aStaffMember, aUser } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const ownersOfOrders = async (email: string) =>
  (
    await queryDatabase<{ user_id: string | null }>('select user_id from orders where email = $1', [
      email,
    ])
  ).map((row) => row.user_id)

describe.each(oppositeWays)('deleting a user ($size, JavaScript $javaScript)', (way) => {
  test('asks by name, is final, and keeps the orders', async () => {
    const user = await aUser()
    await ordersFor(user.email, 1)
    const name = `Nora ${user.lastName}`
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`/usersadmin?q=${user.lastName}&sort=email`)
    await page.getByRole('link', { name: `View/Edit ${name}` }).click()
    await page.getByRole('link', { name: `Delete ${name}` }).click()
    await page.getByRole('heading', { name: `Delete ${name}?` }).waitFor()
    await page.getByText(/Their orders are kept, without an owner/).waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(staff.page)
    await page.getByRole('button', { name: 'Delete' }).click()

    await page.getByText('The account is deleted.').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('sort')]).toEqual(['/usersadmin', 'email'])
    await page.getByText('No account matches.').waitFor()
    expect(await ownersOfOrders(user.email)).toEqual([null])
    const [entry] = await queryDatabase<{ action: string }>(
      'select action from audit_log where subject_id = $1 order by id desc',
      [user.id],
    )
    expect(entry).toEqual({ action: 'user-deleted' })
    await staff.context.close()
  })
})

test('nobody is offered to delete themselves', async () => {
  const { page, context, person } = await aStaffMember(browser)
  const [self] = await queryDatabase<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  await page.goto(`/usersadmin/${self!.id}`)
  await page.getByRole('heading', { name: 'History of changes' }).waitFor()
  expect(await page.getByRole('link', { name: /^Delete/ }).count()).toBe(0)
  await page.goto(`/usersadmin/${self!.id}/delete`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('You can’t delete yourself').waitFor()
  await context.close()
})
