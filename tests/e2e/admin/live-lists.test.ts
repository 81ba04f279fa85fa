import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aMember, ordersFor } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import {
  aGroup,
  aStaffMember,
  head,
  subscribers,
  numbered,
  search,
  summary,
  row,
} from './admin-lists.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('what others change', () => {
  test('appears in every browser, and nobody loses their place', async () => {
    const group = aGroup()
    await subscribers(group, numbered(30))
    const [one, two] = await Promise.all([aStaffMember(browser), aStaffMember(browser)])
    const view = `/joinedadmin?q=${group}&sort=-firstname&size=25`
    await one.page.goto(`${view}&page=2`)
    await two.page.goto(view)
    await summary(one.page, '30 subscribers').waitFor()
    const link = one.page.getByRole('link', { name: 'View/Edit P02 Listed' })
    await link.focus()
    const address = one.page.url()

    await subscribers(group, [{ firstName: 'P99', lastName: 'Newcomer' }])
    await row(two.page, 'P99').waitFor()
    await summary(one.page, '31 subscribers').waitFor()
    await row(one.page, 'P06').waitFor()
    expect(one.page.url()).toBe(address)
    expect(await link.evaluate((its) => its === document.activeElement)).toBe(true)

    // What is being typed stays, though the rows beneath it change.
    await search(two.page).press('End')
    const typing = search(two.page).pressSequentially(' newc', { delay: 120 })
    await subscribers(group, [{ firstName: 'P98' }])
    await typing
    await summary(two.page, '1 subscriber').waitFor()
    await queryDatabase(
      `update mailing_list_clients set last_name = 'Newcomer the second'
       where last_name = 'Newcomer' and email like $1`,
      [`%@${group}.example`],
    )
    await row(two.page, 'Newcomer the second').waitFor()
    expect(await search(two.page).inputValue()).toBe(`${group} newc`)
    expect(await search(two.page).evaluate((its) => its === document.activeElement)).toBe(true)
    await one.context.close()
    await two.context.close()
  })

  test('appears also where other rows were on their way meanwhile', async () => {
    const group = aGroup()
    await subscribers(group, [{ firstName: 'Pia' }, { firstName: 'Ana' }])
    const { page, context } = await aStaffMember(browser)
    await page.addInitScript(() => {
      const { addEventListener } = EventSource.prototype
      let changes = 0
      EventSource.prototype.addEventListener = function (
        this: EventSource,
        ...[type, ...rest]: [string, never]
      ) {
        if (type === 'change') {
          addEventListener.call(
            this,
            type,
            () => (document.body.dataset['changes'] = String(++changes)),
          )
        }
        addEventListener.call(this, type, ...rest)
      }
    })
    await page.goto(`/joinedadmin?q=${group}`)
    await row(page, 'Pia').waitFor()
    const isRead = Promise.withResolvers<void>()
    const isChanged = Promise.withResolvers<void>()
    await page.route(
      '**/joinedadmin.data?*sort=*',
      async (route) => {
        const response = await route.fetch()
        isRead.resolve()
        await isChanged.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await head(page, 'First name').getByRole('link').press('Enter')
    await isRead.promise
    const before = Number(await page.locator('body').getAttribute('data-changes'))
    await subscribers(group, [{ firstName: 'Mia' }])
    await expect
      .poll(async () => Number(await page.locator('body').getAttribute('data-changes')))
      .toBeGreaterThan(before)
    isChanged.resolve()
    await row(page, 'Mia').waitFor()
    await context.close()
  })

  const claimNumberError = 'The carrier’s claim number, please, at most 60 characters'

  test('leaves the refusal of a form where it is', async () => {
    const member = await aMember(browser)
    await ordersFor(member.person.email, 1)
    const [box] = await queryDatabase<{ number: number }>(
      `insert into shipments (order_id, kind, state, method, to_state, to_zip)
       select id, 'first', 'lost', 'ground', 'CA', '94110' from orders where email = $1
       returning number`,
      [member.person.email],
    )
    const number = box!.number
    const { page, context } = await aStaffMember(browser)
    await page.goto(paths.claims({ q: `S-${number}` }))
    await page.getByLabel('Amount in dollars').fill('450.00')
    await page.getByRole('button', { name: `Save claim: S-${number}` }).click()
    await page.getByText(claimNumberError).waitFor()
    await queryDatabase(`update shipments set state = 'damaged' where number = $1`, [number])
    await page.getByRole('heading', { name: `S-${number}: Damaged` }).waitFor()
    expect(await page.getByText(claimNumberError).isVisible()).toBe(true)
    expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('450.00')

    await page.getByLabel('Claim number', { exact: true }).fill('C-1')
    await page.getByRole('button', { name: `Save claim: S-${number}` }).click()
    await page.getByText(`The claim for S-${number} is saved.`).waitFor()
    expect(await page.getByText(claimNumberError).count()).toBe(0)
    await Promise.all([context.close(), member.context.close()])
  })

  test('keeps what is typed of a claim that a colleague saves, and asks at its save', async () => {
    const member = await aMember(browser)
    await ordersFor(member.person.email, 1)
    const [box] = await queryDatabase<{ number: number }>(
      `with box as (insert into shipments (order_id, kind, state, method, to_state, to_zip)
         select id, 'first', 'lost', 'ground', 'CA', '94110' from orders where email = $1 returning id, number)
       insert into shipment_claims (shipment_id, claim_number, opened_at) select id, 'C-1', now() from box
       returning (select number from box)`,
      [member.person.email],
    )
    const number = box!.number
    const { page, context } = await aStaffMember(browser)
    const amount = page.getByLabel('Amount in dollars')
    const claimNumber = page.getByLabel('Claim number', { exact: true })
    const colleagueSaves = (as: string) =>
      queryDatabase(
        `update shipment_claims set claim_number = $2, version = version + 1
         where shipment_id = (select id from shipments where number = $1)`,
        [number, as],
      )
    await page.goto(paths.claims({ q: `S-${number}` }))
    // A form that nothing is typed in follows.
    await colleagueSaves('C-2')
    await expect.poll(() => claimNumber.inputValue()).toBe('C-2')
    await amount.fill('450.00')
    await colleagueSaves('C-3')
    await queryDatabase(`update shipments set state = 'damaged' where number = $1`, [number])
    await page.getByRole('heading', { name: `S-${number}: Damaged` }).waitFor()
    expect(await amount.inputValue()).toBe('450.00')
    expect(await claimNumber.inputValue()).toBe('C-2')

    await page.getByRole('button', { name: `Save claim: S-${number}` }).click()
    await page.getByText('This was saved elsewhere in the meantime').waitFor()
    expect(await amount.inputValue()).toBe('450.00')
    await page.getByRole('button', { name: `Save claim: S-${number}` }).click()
    await page.getByText(`The claim for S-${number} is saved.`).waitFor()
    // Saved, it follows again.
    await colleagueSaves('C-4')
    await expect.poll(() => claimNumber.inputValue()).toBe('C-4')
    expect(await amount.inputValue()).toBe('450.00')

    // It stays also where the colleague settles the claim, whose form is folded then.
    await amount.fill('460.00')
    await queryDatabase(
      `update shipment_claims set refused_on = current_date, closed_at = now(), version = version + 1
       where shipment_id = (select id from shipments where number = $1)`,
      [number],
    )
    await page.getByText('Refused by the carrier').waitFor()
    expect(await amount.inputValue()).toBe('460.00')
    expect(await amount.isVisible()).toBe(true)
    await page.getByRole('button', { name: `Save claim: S-${number}` }).click()
    await page.getByText('This was saved elsewhere in the meantime').waitFor()
    expect(await amount.inputValue()).toBe('460.00')
    await Promise.all([context.close(), member.context.close()])
  })

  test('appears although no line can be had, and again over one once it can', async () => {
    const group = aGroup()
    const { page, context } = await aStaffMember(browser)
    await page.route('**/admin/live?*', (route) => route.abort())
    await page.goto(`/joinedadmin?q=${group}`)
    await page.getByText('Nobody on the list matches.').waitFor()
    await subscribers(group, [{ firstName: 'Looked', lastName: 'For' }])
    await row(page, 'Looked').waitFor()
    // Its tries come ever more seldom, at last each 45 seconds.
    const line = page.waitForResponse((response) => response.url().includes('/admin/live?'), {
      timeout: 90_000,
    })
    await page.unroute('**/admin/live?*')
    expect((await line).status()).toBe(200)
    await subscribers(group, [{ firstName: 'Told', lastName: 'Of' }])
    await row(page, 'Told').waitFor()
    await context.close()
  })

  test('waits while the shop can’t be reached: the list stays, and what is typed', async () => {
    const group = aGroup()
    await subscribers(group, [{ firstName: 'Stays' }])
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/joinedadmin?q=${group}`)
    await row(page, 'Stays').waitFor()
    await context.setOffline(true)
    await search(page).press('End')
    await search(page).pressSequentially(' st')
    await page.getByText('The shop can’t be reached right now.').waitFor()
    await row(page, 'Stays').waitFor()
    expect(await search(page).inputValue()).toBe(`${group} st`)
    await context.setOffline(false)
    await page.getByText('The shop can’t be reached right now.').waitFor({ state: 'detached' })
    await row(page, 'Stays').waitFor()
    await context.close()
  })

  test.each([paths.subscriberList(), paths.usersList(), paths.duplicates()])(
    'leaves what %s showed at first while the shop can’t be reached',
    async (list) => {
      const { page, context } = await aStaffMember(browser)
      // Else the rows are loaded once more when the stream begins.
      await page.route('**/admin/live?*', (route) => route.abort())
      await page.goto(list)
      const heading = page.getByRole('heading', { level: 1 })
      const title = await heading.innerText()
      await search(page).waitFor()
      await context.setOffline(true)
      await search(page).pressSequentially('a')
      await page.getByText('The shop can’t be reached right now.').waitFor()
      expect(await heading.innerText()).toBe(title)
      expect(await search(page).inputValue()).toBe('a')
      await context.close()
    },
  )

  test('is streamed for the list that is shown alone', async () => {
    const { page, context } = await aStaffMember(browser)
    await page.addInitScript(() => {
      const streams: EventSource[] = []
      window.EventSource = class extends EventSource {
        constructor(address: string | URL) {
          super(address)
          streams.push(this)
        }
      }
      Object.assign(window, { streams })
    })
    const open = () =>
      page.evaluate(() =>
        (window as unknown as { streams: EventSource[] }).streams
          .filter(({ readyState }) => readyState !== EventSource.CLOSED)
          .map(({ url }) => new URL(url).search),
      )
    await page.goto('/joinedadmin')
    await expect.poll(open).toEqual(['?list=joined'])
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect.poll(open).toEqual(['?list=users'])
    await context.close()
  })

  test('is not streamed any more to a former staff user', async () => {
    const { page, context, person } = await aStaffMember(browser)
    const line = page.waitForResponse((response) => response.url().includes('/admin/live?'))
    await page.goto('/usersadmin')
    await line
    await queryDatabase(
      `with demoted as (update users set role = 'member' where email = $1 returning id)
       delete from sessions using demoted where user_id = demoted.id`,
      [person.email],
    )
    await (await aMember(browser)).context.close()
    await page.waitForURL('**/login?to=%2Fusersadmin')
    await context.close()
  })
})

describe('deleting a subscriber', () => {
  test('names the person and asks, and is final at once', async () => {
    const group = aGroup()
    await subscribers(group, [
      { firstName: 'Ana', lastName: 'Ruiz' },
      { firstName: 'Zoe', lastName: 'Kept' },
    ])
    const staff = await aStaffMember(browser)
    const other = await aStaffMember(browser)
    const { page } = staff
    const left = () =>
      queryDatabase(`select 1 from mailing_list_clients where email like $1`, [
        `%@${group}.example`,
      ])
    await page.goto(`/joinedadmin?q=${group}&sort=firstname`)
    await other.page.goto(`/joinedadmin?q=${group}`)
    const ask = page.getByRole('link', { name: 'DELETE Ana Ruiz' })
    await ask.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Ana Ruiz?' })
    await dialog.waitFor()
    await expectAccessible(staff.page)
    await dialog.getByRole('button', { name: 'Keep' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => ask.evaluate((its) => its === document.activeElement)).toBe(true)

    await ask.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByText('The subscriber is deleted.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await left()).toHaveLength(1)
    await row(page, 'Ana').waitFor({ state: 'detached' })
    await summary(other.page, '1 subscriber').waitFor()
    await expectAccessible(staff.page)
    expect(new URL(page.url()).search).toBe(`?q=${group}&sort=firstname`)
    await staff.context.close()
    await other.context.close()
  })

  test('tells the second staff user that the subscriber is gone', async () => {
    const group = aGroup()
    await subscribers(group, [{ firstName: 'Ana', lastName: 'Ruiz' }])
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/joinedadmin?q=${group}`)
    const ask = page.getByRole('link', { name: 'DELETE Ana Ruiz' })
    // In a tab of its own it is asked on a page of its own.
    const opening = context.waitForEvent('page')
    await ask.click({ modifiers: ['ControlOrMeta'] })
    await (await opening).getByRole('heading', { name: 'Delete Ana Ruiz?' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await ask.click()
    await queryDatabase(`delete from mailing_list_clients where email like $1`, [
      `%@${group}.example`,
    ])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This subscriber was already deleted').waitFor()
    await context.close()
  })
})
