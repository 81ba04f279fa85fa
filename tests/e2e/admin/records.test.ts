import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { california, bothWays, expectNoSideways, ordersFor } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aSubscriber, aStaffMember, aUser, field, pressSave } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(bothWays)('admin records ($size, JavaScript $javaScript)', (way) => {
  test('a subscriber is edited by section 5, and the list is as it was', async () => {
    const subscriber = await aSubscriber()
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`/joinedadmin?q=${subscriber.lastName}&sort=-lastname`)
    await page.getByRole('link', { name: `View/Edit Bruno ${subscriber.lastName}` }).click()
    await page.getByRole('heading', { level: 1, name: subscriber.lastName }).waitFor()

    await field(page, 'fullname').fill('')
    await field(page, 'firstname').fill('Bo')
    await field(page, 'email').fill('bruno')
    await field(page, 'phone').fill('555')
    await pressSave(page)
    for (const said of [
      'You must write something',
      'At Least 3 letters please',
      'This is not a valid email',
      'At least 9 number for phones',
    ]) {
      await page.getByText(said, { exact: true }).waitFor()
    }
    // Every field counts as touched: what is right is marked too.
    expect(await page.getByText('(fine)').count()).toBe(7)
    if (way.javaScript) {
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
        'fullname',
      )
      const save = page.getByRole('button', { name: 'Save', exact: true })
      expect(await save.getAttribute('aria-disabled')).toBe('true')
    }
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(staff.page)

    await field(page, 'fullname').fill('Bruno Castro Díaz')
    await field(page, 'firstname').fill('Bruno')
    await field(page, 'email').fill(subscriber.email.toUpperCase())
    await field(page, 'phone').fill('415 555 0123')
    await field(page, 'state').selectOption({ label: 'Nevada' })
    await pressSave(page)
    await page.getByText('CLient Updated', { exact: true }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/joinedadmin')
    expect([searchParams.get('q'), searchParams.get('sort')]).toEqual([
      subscriber.lastName,
      '-lastname',
    ])
    expect(
      await queryDatabase(
        'select full_name, phone, state from mailing_list_clients where id = $1',
        [subscriber.id],
      ),
    ).toEqual([{ full_name: 'Bruno Castro Díaz', phone: '415 555 0123', state: 'NV' }])
    await staff.context.close()
  })

  test('a user is edited in every block, and the level is tied to the membership', async () => {
    const user = await aUser({ ...california, membership: true, membership_level: 6 })
    await ordersFor(user.email, 2)
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`/usersadmin?q=${user.lastName}`)
    await page.getByRole('link', { name: `View/Edit Nora ${user.lastName}` }).click()

    const orders = page.getByRole('table').filter({ hasText: 'Subtotal' })
    await orders.getByText('2022 Malbec, 3-pack of 750ml').first().waitFor()
    expect(await orders.getByRole('columnheader').allTextContents()).toEqual([
      'Order',
      'Date',
      'Product',
      'Quantity',
      'Subtotal',
      'Price',
      'State',
    ])
    expect(await orders.getByText('$450.00').count()).toBe(4)

    const member = page.getByLabel('Member of The Andes Society')
    const aconcagua = page.getByLabel('12 (Aconcagua)')
    expect(await page.getByLabel('6 (Tupungato)').isChecked()).toBe(true)
    await member.uncheck()
    if (way.javaScript) {
      expect(await aconcagua.isDisabled()).toBe(true)
      await member.check()
      await pressSave(page)
      await page.getByText('Please choose a level, or turn the membership off').waitFor()
      await aconcagua.check()
      await member.uncheck()
    } else {
      await aconcagua.check()
    }
    await field(page, 'membershipText2023').fill('Two cases of Malbec')
    await field(page, 'membershipTextB').fill('Asked first')
    await field(page, 'optionalText').fill('Call before noon')
    await page.getByRole('checkbox', { name: 'Phone' }).check()
    await page.getByLabel('Billing differs from shipping').check()
    await field(page, 'xfirstname').fill('N')
    await pressSave(page)
    await page.getByText('At least 2 letters please', { exact: true }).waitFor()
    await page.getByText('At Least 1 letters please', { exact: true }).waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(staff.page)
    await field(page, 'xfirstname').fill('Nora')
    await field(page, 'xlastname').fill('Q')
    await field(page, 'xstate').selectOption({ label: 'Oregon' })
    await pressSave(page)
    await page.getByText('User updated', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/usersadmin')
    expect(
      await queryDatabase(
        `select membership, membership_level, membership_text_2023, membership_text_b,
           optional_text, by_phone, billing_differs, billing_last_name, billing_state
         from users where id = $1`,
        [user.id],
      ),
    ).toEqual([
      {
        membership: false,
        membership_level: 0,
        membership_text_2023: 'Two cases of Malbec',
        membership_text_b: 'Asked first',
        optional_text: 'Call before noon',
        by_phone: true,
        billing_differs: true,
        billing_last_name: 'Q',
        billing_state: 'OR',
      },
    ])
    expect(staff.faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await staff.context.close()
  })
})
