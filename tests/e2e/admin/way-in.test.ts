import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'

import { bothWays, expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each(bothWays)('staff find the admin ($size, JavaScript $javaScript)', async (way) => {
  const staff = await aStaffMember(browser, way)
  const { page } = staff
  for (const path of ['/', '/about', '/members', '/nowhere']) {
    await page.goto(path)
    await page.getByText('Signed in as staff').waitFor()
  }
  await page.goto('/members')
  await expectNoSideways(staff)
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Admin' }).click()
  await page.getByRole('navigation', { name: 'Admin' }).waitFor()
  expect(await page.getByText('Signed in as staff').count()).toBe(0)
  if (way.size === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'Orders', exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await expectNoSideways(staff)
  if (way.size === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'You', exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'You' }).waitFor()
  await expectNoSideways(staff)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()

  for (const path of ['/admin/nowhere', '/admin/orders/999999999']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor()
    await page.getByRole('navigation', { name: 'Admin' }).waitFor()
  }
  if (way.javaScript) await expectAccessible(page)
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await staff.context.close()
})

test('a visitor sees nothing of it, and is sent to log in', async () => {
  const { url } = inject('server')
  expect(await (await fetch(url)).text()).not.toContain('Signed in as staff')
  const refused = await fetch(`${url}/admin/nowhere`, { redirect: 'manual' })
  expect(refused.headers.get('location')).toContain('/login')
})
