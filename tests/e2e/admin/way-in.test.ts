import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { bothWays, expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { hydrated, openBrowser } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'
import { windows } from '#tests/harness/windows.ts'

import { aStaffMember, aUser, followMenu } from './a-staff-member.ts'

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
  await followMenu(page, 'Sell', 'Orders')
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await expectNoSideways(staff)
  await page.getByRole('banner').getByRole('link', { name: 'You', exact: true }).click()
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

test('the entries of the bar are in one line, the menu beside them, on the narrowest phone', async () => {
  const staff = await aStaffMember(browser, { size: 'phone', javaScript: true })
  const { page } = staff
  await page.setViewportSize(windows['the narrowest phone'])
  await page.goto('/admin/orders')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  const boxes = [
    await nav.getByRole('link', { name: 'Users' }).boundingBox(),
    await nav.getByRole('link', { name: 'Joined' }).boundingBox(),
    await page.getByRole('button', { name: 'Menu' }).boundingBox(),
  ].map((box) => box!)
  expect(boxes.map(({ y }) => y)).toEqual(boxes.map(() => boxes[0]!.y))
  expect(boxes[1]!.x + boxes[1]!.width).toBeLessThan(boxes[2]!.x)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Shipments' }).click()
  await page.waitForURL('**/admin/shipping/shipments')
  await menu.waitFor({ state: 'hidden' })
  await staff.context.close()
})

test('a visitor sees nothing of it, and is sent to log in', async () => {
  const { url } = theShop()
  expect(await (await fetch(url)).text()).not.toContain('Signed in as staff')
  const refused = await fetch(`${url}/admin/nowhere`, { redirect: 'manual' })
  expect(refused.headers.get('location')).toContain('/login')
})

test.each(bothWays)(
  'staff find an order, a shipment and a person from everywhere ($size, JavaScript $javaScript)',
  async (way) => {
    const mark = randomUUID().slice(0, 8)
    const user = await aUser({ first_name: 'Nora', last_name: mark })
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto('/admin/wines')
    const field = page.getByRole('textbox', { name: /^Find / })
    if (way.javaScript) {
      await hydrated(page)
      await page.keyboard.press('/')
      await page.keyboard.type(mark)
    } else await field.fill(mark)
    await field.press('Enter')
    // Only one record matches: it opens at once.
    await page.waitForURL(`**/usersadmin/${user.id}`)
    await field.fill('2021')
    await field.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Wines' }).waitFor()
    await page.getByRole('link', { name: '2021 Cabernet Sauvignon' }).first().waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
    if (way.javaScript) {
      // The key leads to it again, and what is typed replaces what was.
      await page.keyboard.press('/')
      await page.keyboard.type('nobody is called so')
      expect(await field.inputValue()).toBe('nobody is called so')
    } else await field.fill('nobody is called so')
    await field.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    await staff.context.close()
  },
)
