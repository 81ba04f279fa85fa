import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import { expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aStaffMember, aUser } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Releases' }).getByRole('link', { name }).click()

const inHours = (hours: number) =>
  hourOf(new Date(Date.now() + hours * 3_600_000), 'America/Los_Angeles')

/** A wine as if staff had made it some time ago. */
async function aWine(): Promise<{ id: string; title: string }> {
  const mark = randomUUID().slice(0, 6)
  const wine = { id: `tannat-${mark}-2025`, title: `2025 Tannat ${mark}` }
  await queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       category_id, category_name, release_state, stock, price_id)
     values ($1, $2, '3-pack of 750ml', $2, 2025, 'bottle-malbec-2022', 48000, 'Tannat.', 'tannat', 'Tannat',
       'closed', 100, $3)`,
    [wine.id, wine.title, `price_test_${mark}`],
  )
  return wine
}

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('make a release, allocate its wine, check it, schedule it, pause it and end it', async () => {
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(page)
    }
    const wine = await aWine()
    const customer = await aUser({ email_verified: true })
    const other = await aUser({ email_verified: true })
    const name = `Fall release ${randomUUID().slice(0, 6)}`

    await page.goto(paths.releases())
    await check()
    await page.getByRole('link', { name: 'New release' }).click()
    await page.getByRole('heading', { name: 'New release' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Opens').fill('2027-03-14T02:30')
    await page.getByLabel('Closes').fill(inHours(96))
    await button(page, 'Create the draft').click()
    await page.getByText('The clocks skip this hour that night').waitFor()
    // Far below the button on a phone.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe(way.javaScript ? 'opensAt' : null)
    await check()
    await page.getByLabel('Opens').fill(inHours(24))
    await page.getByLabel('Announcement').fill('Our Tannat comes with the first frost.')
    await button(page, 'Create the draft').click()

    await page.getByRole('heading', { name }).waitFor()
    await button(page, new RegExp(`^Add: ${wine.title},`)).click()
    await page.getByText('The wines are saved.').first().waitFor()
    await check()

    await tab(page, 'Waves')
    const second = page.getByRole('group', { name: 'Wave 2' })
    await second.getByLabel('Name').fill('Everyone')
    await second.getByLabel('Opens').fill(inHours(1))
    await button(page, 'Save').click()
    await page.getByText('A wave opens with the release, or after').waitFor()
    await page.getByRole('group', { name: 'Wave 2' }).getByLabel('Opens').fill(inHours(48))
    await button(page, 'Save').click()
    await page.getByText('The release is saved.').first().waitFor()
    await check()

    await tab(page, 'Allocations')
    // It stands open while nobody has an allocation.
    const person = page.locator('details', { hasText: 'Add a person' })
    await person.getByLabel('Email').fill(customer.email)
    await person.getByLabel('Units').fill('4')
    await person.getByLabel('Wave').selectOption({ label: 'Everyone' })
    await button(page, 'Allocate').click()
    await page.getByText(`${customer.email} has an allocation.`).first().waitFor()
    const file = page.locator('summary', { hasText: 'Import a file' })
    const upload = async (rows: string) => {
      await page.getByLabel('CSV file').setInputFiles({
        name: 'allocations.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`email,wine,units,wave\n${rows}`),
      })
      await button(page, 'Read the file').click()
    }
    await file.click()
    await upload(`nobody@nowhere.example,${wine.id},1,\n${other.email},${wine.id},2,First wave`)
    await page.getByText('Row 2, email: no account has confirmed this email').waitFor()
    await check()
    // The form of a refused file stands open.
    await upload(`${other.email},${wine.id},2,First wave`)
    await page.getByText('1 allocation was saved.').first().waitFor()
    const unitsOf = (email: string) => page.getByLabel(new RegExp(`Units of .*${email}`))
    const edit = (email: string) =>
      page.getByRole('link', { name: new RegExp(`Edit .*${email}`) }).click()
    const rowOf = (email: string) => page.locator('tr', { hasText: email })
    await edit(customer.email)
    await unitsOf(customer.email).fill('1')
    // A colleague saves the row meanwhile, and the list follows: what is typed stays, and is decided at the save.
    await queryDatabase(
      `update allocations set units = 5, version = version + 1, changed_by = 'bea@kohue.example'
       where user_id = (select id from users where email = $1)`,
      [customer.email],
    )
    const change = rowOf(customer.email).getByText('by bea@kohue.example')
    if (way.javaScript) await change.waitFor()
    expect(await unitsOf(customer.email).inputValue()).toBe('1')
    await button(page, 'Save all').click()
    await page.getByText('Changed in the meantime by bea@kohue.example: 5 units').waitFor()
    expect(await unitsOf(customer.email).inputValue()).toBe('1')
    await unitsOf(customer.email).fill('2')
    await button(page, 'Save all').click()
    await page.getByText(`${customer.email}: 2.`).first().waitFor()
    expect(await button(page, 'Save all').count()).toBe(0)
    await edit(customer.email)
    await unitsOf(customer.email).fill('9')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await button(page, 'Save all').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Edit this page' }).click()
    expect(await unitsOf(customer.email).inputValue()).toBe('2')
    await unitsOf(customer.email).fill('100')
    await page.getByLabel(new RegExp(`Note on .*${other.email}`)).fill('A friend of the house.')
    await button(page, 'Save all').click()
    await page.getByText('1 saved. 1 row was not saved: see what it says.').waitFor()
    await page.getByText('A whole number from 0 to 99, please.').waitFor()
    await check()
    expect(await unitsOf(customer.email).inputValue()).toBe('100')
    await rowOf(other.email).getByText('A friend of the house.').waitFor()
    await unitsOf(customer.email).fill('3')
    await button(page, 'Save all').click()
    await page.getByText(`${customer.email}: 3.`).first().waitFor()
    await rowOf(customer.email).getByText('3, none bought').waitFor({ state: 'attached' })
    await check()
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Changed by hand' })
    if (!way.javaScript) await button(page, 'Show').click()
    await page.waitForURL(/only=by-hand/)
    // The address is there before its rows are.
    await rowOf(other.email).waitFor({ state: 'detached' })
    await rowOf(customer.email).waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Everyone' })
    if (!way.javaScript) await button(page, 'Show').click()
    await check()

    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    const first = page.getByRole('group', { name: 'Another rule' }).first()
    await first.getByLabel('For').selectOption({ label: 'The Andes Society, 12 bottles' })
    await first.getByLabel(`Units of ${wine.title}`).fill('-1')
    await button(page, 'Preview').click()
    await page.getByText('A whole number from 0 to 99, please').waitFor()
    // None: other files' members would see an allocation of theirs.
    await page.getByLabel(`Units of ${wine.title}`).first().fill('0')
    await button(page, 'Preview').click()
    await page.getByRole('heading', { name: 'What these rules give' }).waitFor()
    await check()
    await button(page, 'Write these allocations').click()
    await page.getByText('The rules are saved; 0 allocations were changed.').first().waitFor()
    await page
      .locator('tr', { hasText: customer.email })
      .getByText('By hand')
      .waitFor({ state: 'attached' })

    await tab(page, 'Preview')
    const rows = () =>
      queryDatabase(
        `select (select count(*)::int from checkout_allocations join allocations a on a.id = allocation_id
           where a.product_id = $1) as checkouts,
         (select count(*)::int from cart_lines where product_id = $1) as lines,
         (select sum(version)::int from allocations where product_id = $1) as allocations`,
        [wine.id],
      )
    const before = await rows()
    await page.getByLabel('As', { exact: true }).selectOption({ label: 'A customer of First wave' })
    await page.getByLabel('At', { exact: true }).fill(inHours(23))
    await button(page, 'Show').click()
    await page.getByText(/Opens for you/).waitFor()
    await page.getByLabel('At', { exact: true }).fill(inHours(26))
    await button(page, 'Show').click()
    await page.getByText(/Your allocation: 2 cases, kept for you until/).waitFor()
    await button(page, 'Add to cart').waitFor()
    await check()
    await page
      .getByLabel('As', { exact: true })
      .selectOption({ label: 'A customer without an allocation' })
    await button(page, 'Show').click()
    await button(page, 'Request To Acquire').waitFor()
    expect(await rows()).toEqual(before)

    await tab(page, 'Check')
    await button(page, 'Schedule this release').click()
    await page.getByText('Not scheduled. Still open:').waitFor()
    // A number of people leads to the list of them.
    await page.locator('tr', { hasText: 'Without an address' }).getByRole('link').click()
    await page.locator('tr', { hasText: customer.email }).waitFor()
    await tab(page, 'Check')
    await button(page, 'Schedule this release').waitFor()
    for (const box of await page.getByLabel(/^Accept: /).all()) await box.check()
    await check()
    await button(page, 'Schedule this release').click()
    await page.getByText('The release is scheduled.').first().waitFor()
    const promised = () =>
      queryDatabase<{ promised: number }>('select promised from products where id = $1', [wine.id])
    expect(await promised()).toEqual([{ promised: 5 }])
    await check()
    await button(page, 'Back to draft').click()
    await page.getByText('The release is a draft again.').first().waitFor()
    expect(await promised()).toEqual([{ promised: 0 }])
    for (const box of await page.getByLabel(/^Accept: /).all()) await box.check()
    await button(page, 'Schedule this release').click()
    await page.getByText('The release is scheduled.').first().waitFor()
    expect(await promised()).toEqual([{ promised: 5 }])

    await tab(page, 'Live')
    await page.getByRole('heading', { name: 'Waves' }).waitFor()
    await check()
    await page.goto(paths.releases({ q: name }))
    await page.getByRole('link', { name }).waitFor()
    await check()

    await page.getByRole('link', { name }).click()
    await tab(page, 'Live')
    await page.getByText('Pause this release').click()
    await page.getByLabel('Why, as customers read it').fill('The cellar is flooded.')
    await button(page, 'Pause').click()
    await page.getByText('The release is paused.').first().waitFor()
    await check()
    await button(page, 'Resume').click()
    await page.getByText('The release has resumed.').first().waitFor()
    await tab(page, 'Check')
    await page.getByLabel('Name of the release').fill('another')
    await button(page, 'End this release now').click()
    await page.getByText('That is not the name of this release.').waitFor()
    await page.getByLabel('Name of the release').fill(name)
    await button(page, 'End this release now').click()
    await page.getByText('The release has ended.').first().waitFor()
    expect(await promised()).toEqual([{ promised: 0 }])
    // Not left among the wines of the shop that other tests see.
    await queryDatabase('update release_wines set is_current = false where product_id = $1', [
      wine.id,
    ])
    expect(staff.faults.filter((fault) => !/40[09]|422/.test(fault))).toEqual([])
  })
})
