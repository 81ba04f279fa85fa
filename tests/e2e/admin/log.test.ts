import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bothWays, expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'

import { aSubscriber, aStaffMember, field, followMenu, pressSave } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(bothWays)('the log ($size, JavaScript $javaScript)', (way) => {
  test('tells who changed what, by search and on the record itself', async () => {
    const subscriber = await aSubscriber()
    const staff = await aStaffMember(browser, way)
    const { page, person } = staff
    await page.goto(`/joinedadmin/${subscriber.id}`)
    await page.getByText('No changes by staff.').waitFor()
    await field(page, 'city').fill('Reno')
    await field(page, 'state').selectOption({ label: 'Nevada' })
    await pressSave(page)
    await page.getByText('CLient Updated', { exact: true }).waitFor()

    await followMenu(page, 'Settings', 'Log')
    await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor()
    const search = page.getByRole('searchbox')
    await search.fill('nobody at all wrote this')
    await search.press('Enter')
    await page.getByText('No entry matches.').waitFor()
    await page.getByRole('searchbox').fill(person.email)
    await page.getByRole('searchbox').press('Enter')
    const entry = page.getByRole('listitem').filter({ hasText: subscriber.email })
    await entry.getByText(/changed the record of/).waitFor()
    await entry.getByText(person.email).waitFor()
    await entry.getByText('City, State').click()
    const city = entry.getByRole('row').filter({ hasText: 'City' })
    expect(await city.getByRole('cell').allTextContents()).toEqual(['nothing', 'Reno'])
    await entry.getByRole('row').filter({ hasText: 'Nevada' }).waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(staff.page)

    await entry.getByRole('link', { name: subscriber.email }).click()
    await page.getByRole('link', { name: 'The whole log of this record' }).click()
    await page.getByText(/^Only about Bruno/).waitFor()
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /changed the record of/ })
        .count(),
    ).toBe(1)
    await staff.context.close()
  })
})
