import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aMember, expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser, blockScripts } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { followMenu } from './a-staff-member.ts'
import {
  aGroup,
  aStaffMember,
  subscribers,
  numbered,
  search,
  summary,
  row,
  head,
  firstNames,
} from './admin-lists.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the admin', () => {
  test('is for staff: a visitor logs in and comes back, a member is refused', async () => {
    const visitor = await aVisitor(browser)
    await visitor.page.goto('/usersadmin?membership=6')
    expect(new URL(visitor.page.url()).searchParams.get('to')).toBe('/usersadmin?membership=6')
    const { admin } = theShop()
    await visitor.page.getByLabel('Email').fill(admin.email)
    await visitor.page.getByLabel('Password', { exact: true }).fill(admin.password)
    await visitor.page.getByRole('button', { name: 'Log In' }).click()
    await visitor.page.waitForURL('**/usersadmin?membership=6')
    await visitor.page.goto('/admin')
    await visitor.page.waitForURL('**/admin/today')
    await visitor.page.getByRole('button', { name: 'Log out' }).click()
    await visitor.page.waitForURL((url) => url.pathname === '/')
    await visitor.context.close()

    const member = await aMember(browser)
    const files = ['/joinedadmin.csv', '/usersadmin.csv', '/admin/live?list=users']
    for (const path of ['/admin', '/joinedadmin', '/usersadmin', '/admin/emails', ...files]) {
      const response = await member.page.request.get(path)
      expect(response.status(), path).toBe(403)
      const words = await response.text()
      // The shop's own contact stands in the footer.
      expect(words, path).not.toContain('@example.com')
      if (!files.includes(path)) expect(words, path).toMatch(/^<!DOCTYPE html>/)
    }
    await member.context.close()
  })

  test.each([true, false])('has an All that does not work yet (script: %s)', async (javaScript) => {
    const { page, context } = await aStaffMember(browser, { javaScript })
    await page.goto('/usersadmin?sort=-email')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('alert').getByText('not working yet', { exact: true }).waitFor()
    expect(page.url()).toContain('/usersadmin?sort=-email')
    await context.close()
  })
})

describe('a list', () => {
  test('is searched while one types, and sorted both ways; its address says so', async () => {
    const group = aGroup()
    await subscribers(group, [
      { firstName: 'Carla', lastName: 'Ünal' },
      { firstName: 'Ana', lastName: 'Zapata' },
      { firstName: 'Bruno', lastName: 'Ulloa', left: true },
    ])
    const { page, context } = await aStaffMember(browser)
    await page.goto('/joinedadmin')
    await search(page).pressSequentially(group)
    await summary(page, '3 subscribers').waitFor()
    await page.waitForURL(`**/joinedadmin?q=${group}`)
    expect(await search(page).inputValue()).toBe(group)

    await head(page, 'First name').getByRole('link').click()
    await page.waitForURL('**&sort=firstname')
    await page.locator('[aria-sort=ascending]', { hasText: 'First name' }).waitFor()
    expect(await firstNames(page)).toEqual(['Ana', 'Bruno', 'Carla'])
    await head(page, 'First name').getByRole('link').press('Enter')
    await page.waitForURL('**&sort=-firstname')
    await page.locator('[aria-sort=descending]', { hasText: 'First name' }).waitFor()
    expect(await firstNames(page)).toEqual(['Carla', 'Bruno', 'Ana'])
    await head(page, 'Last name').getByRole('link').click()
    await page.locator('[aria-sort=ascending]', { hasText: 'Last name' }).waitFor()
    expect(await firstNames(page)).toEqual(['Bruno', 'Carla', 'Ana'])

    await row(page, 'Bruno').getByText('Left', { exact: false }).waitFor()
    await page.getByLabel('On the list').selectOption('Subscribed')
    await summary(page, '2 subscribers').waitFor()
    await page.reload()
    await summary(page, '2 subscribers').waitFor()
    expect(await firstNames(page)).toEqual(['Carla', 'Ana'])
    expect(await search(page).inputValue()).toBe(group)

    await page.goBack()
    await page.locator('[aria-sort=descending]', { hasText: 'First name' }).waitFor()
    await summary(page, '3 subscribers').waitFor()
    await expect.poll(() => page.getByLabel('On the list').inputValue()).toBe('')

    await search(page).fill(`${group} nobody`)
    await page.getByText('Nobody on the list matches.').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL((url) => !url.searchParams.has('q'))
    await expect.poll(() => search(page).inputValue()).toBe('')
    await context.close()
  })

  test('keeps what is typed while the rows of what was typed before arrive', async () => {
    const group = aGroup()
    await subscribers(group, [{ firstName: 'Pia' }, { firstName: 'Pilar' }])
    const { page, context } = await aStaffMember(browser)
    await page.clock.install()
    await page.goto(`/joinedadmin?q=${group}`)
    await summary(page, '2 subscribers').waitFor()
    const isAsked = Promise.withResolvers<void>()
    const isTyped = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.endsWith('.data') && (url.searchParams.get('q') ?? '').endsWith(' pi'),
      async (route) => {
        isAsked.resolve()
        await isTyped.promise
        await route.continue()
      },
    )
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('.data')) asked.push(searchParams.get('q'))
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    await search(page).press('End')
    await search(page).pressSequentially(' p')
    await page.clock.runFor(150)
    await search(page).pressSequentially('i')
    await page.clock.runFor(150)
    await page.clock.runFor(1_000)
    await isAsked.promise
    // Only once typing has paused.
    expect(asked).toEqual([`${group} pi`])
    await search(page).pressSequentially('la')
    isTyped.resolve()
    await page.waitForURL(`**/joinedadmin?q=${group}+pi`)
    expect(await search(page).inputValue()).toBe(`${group} pila`)
    await page.clock.runFor(1_000)
    await summary(page, '1 subscriber').waitFor()
    expect(await search(page).inputValue()).toBe(`${group} pila`)
    await context.close()
  })

  test('says that it is busy while the next rows are on their way', async () => {
    const group = aGroup()
    await subscribers(group, numbered(2))
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/joinedadmin?q=${group}`)
    await row(page, 'P01').waitFor()
    const busy = () => page.getByRole('table').getAttribute('aria-busy')
    await expect.poll(busy).toBe('false')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/joinedadmin.data?*', async (route) => {
      await released
      await route.continue()
    })
    await head(page, 'First name').getByRole('link').click()
    await expect.poll(busy).toBe('true')
    release()
    await page.locator('[aria-sort=ascending]', { hasText: 'First name' }).waitFor()
    await expect.poll(busy).toBe('false')
    // Not while another page is.
    const isLeft = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    await page.route(/\/joinedadmin\/.*\.data/, async (route) => {
      isAsked.resolve()
      await isLeft.promise
      await route.continue()
    })
    await row(page, 'P01').getByRole('link').first().click()
    await isAsked.promise
    expect(await busy()).toBe('false')
    isLeft.resolve()
    await page.waitForURL('**/joinedadmin/*')
    await context.close()
  })

  test('comes page by page, as many rows as are asked for', async () => {
    const group = aGroup()
    await subscribers(group, numbered(30))
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/joinedadmin?q=${group}&sort=firstname&size=25`)
    await summary(page, '30 subscribers').waitFor()
    expect((await firstNames(page)).at(-1)).toBe('P25')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 2').waitFor()
    expect(await firstNames(page)).toEqual(['P26', 'P27', 'P28', 'P29', 'P30'])
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    // The link that was pressed is none on the last page: what stands beside it has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('First')
    await page.getByLabel('Per page').selectOption('50')
    await row(page, 'P01').waitFor()
    expect(await firstNames(page)).toHaveLength(30)
    await context.close()
  })

  test('shows a user’s columns, and finds them by membership and by having bought', async () => {
    const group = aGroup()
    const person = { last_name: group, membership: true, membership_level: 12 }
    const buyer = await aMember(browser, {
      profile: {
        ...person,
        first_name: 'Buyer',
        phone: '4155550123',
        stripe_customer_id: `cus_${group}`,
        subscription: 'inactive',
        optional_text: 'Likes the 2021',
        by_email: true,
        by_phone: true,
        last_order_at: new Date(),
      },
    })
    const other = await aMember(browser, { profile: { ...person, membership_level: 6 } })
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/usersadmin?q=${group}`)
    await summary(page, '2 users').waitFor()
    const cells = await row(page, 'Buyer').getByRole('cell').allInnerTexts()
    expect([await row(page, 'Buyer').getByRole('rowheader').innerText(), ...cells]).toEqual([
      'Buyer',
      group,
      buyer.person.email,
      '(415) 555-0123',
      'Aconcagua',
      `cus_${group}`,
      'Inactive',
      'Likes the 2021',
      'Email and phone',
      'View/Edit',
    ])
    await page.getByLabel('Has bought').selectOption('Not yet')
    await summary(page, '1 user').waitFor()
    await row(page, 'Tupungato').getByText('none', { exact: true }).waitFor()
    await page.getByLabel('Has bought').selectOption('Yes')
    await page.getByLabel('Membership').selectOption('Aconcagua')
    await row(page, 'Buyer').waitFor()
    for (const each of [buyer.context, other.context, context]) await each.close()
  })

  test('is handed over as a file, all of what is shown and no formula in it', async () => {
    const group = aGroup()
    await subscribers(group, [...numbered(60), { firstName: '=1+1', lastName: 'A, "B"' }])
    const { page, context } = await aStaffMember(browser)
    await page.goto(`/joinedadmin?q=${group}&sort=-firstname&size=25`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(
      /^kohue-joined-\d{4}-\d\d-\d\d-[\w.-]+\.csv$/,
    )
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    const response = await page.request.get(href!)
    expect(response.headers()['content-type']).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('First name,Last name,Full name,Email,Consent,Joined,Left')
    expect(lines).toHaveLength(62)
    expect(lines[1]).toMatch(/^P60,Listed,P60 Listed,/)
    expect(lines.at(-1)).toMatch(/^'=1\+1,"A, ""B""","'=1\+1 A, ""B""",/)
    await context.close()
  })

  test('asks for what was typed and chosen before its script was there', async () => {
    const group = aGroup()
    await subscribers(group, numbered(60))
    const { page, context } = await aStaffMember(browser)
    const release = await blockScripts(page)
    await page.goto('/joinedadmin', { waitUntil: 'commit' })
    await search(page).fill(group)
    await page.getByLabel('Per page').selectOption('100')
    await release()
    await summary(page, '60 subscribers').waitFor()
    await page.waitForURL(`**/joinedadmin?q=${group}&size=100`)
    expect(await search(page).inputValue()).toBe(group)
    expect(await page.getByLabel('Per page').inputValue()).toBe('100')
    await context.close()
  })

  test('can be read and used on a phone', async () => {
    const group = aGroup()
    await subscribers(group, [
      { firstName: 'Maximiliano', lastName: 'Echeverría-Fernández de la Torre' },
    ])
    const staff = await aStaffMember(browser, { size: 'phone' })
    for (const path of [`/joinedadmin?q=${group}`, '/usersadmin', '/admin/emails']) {
      await staff.page.goto(path)
      await expectNoSideways(staff)
      await expectAccessible(staff.page)
    }
    await staff.page.goto(`/joinedadmin?q=${group}`)
    await staff.page.getByLabel('Sort by').selectOption('Last name ↓')
    await staff.page.waitForURL('**&sort=-lastname')
    const link = staff.page.getByRole('link', { name: /^DELETE Maximiliano/ })
    expect((await link.boundingBox())!.x).toBeLessThan(390)
    // Filters stand behind a box, but for a list of which one is chosen.
    const membership = staff.page.getByLabel('Membership')
    await staff.page.goto('/usersadmin')
    expect(await membership.isVisible()).toBe(false)
    await staff.page.goto('/usersadmin?membership=none')
    expect(await membership.isVisible()).toBe(true)
    await staff.context.close()
  })
})

test('all of it works without a script', async () => {
  const group = aGroup()
  await subscribers(group, [
    { firstName: 'Ana', lastName: 'Ruiz' },
    { firstName: 'Bo', lastName: 'Ruiz', left: true },
  ])
  const staff = await aStaffMember(browser, { javaScript: false })
  const { page } = staff
  await page.goto('/joinedadmin')
  await search(page).fill(group)
  await page.getByLabel('On the list').selectOption('Subscribed')
  await page.getByRole('button', { name: 'Show' }).click()
  await summary(page, '1 subscriber').waitFor()
  await head(page, 'Last name').getByRole('link').click()
  await page.locator('[aria-sort=ascending]', { hasText: 'Last name' }).waitFor()
  expect(await search(page).inputValue()).toBe(group)

  await page.getByRole('link', { name: 'DELETE Ana Ruiz' }).click()
  await page.getByRole('heading', { name: 'Delete Ana Ruiz?' }).waitFor()
  await expectNoSideways(staff)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(`**/joinedadmin?q=${group}&**`)
  await page.getByText('The subscriber is deleted.').waitFor()
  expect(await row(page, 'Ana').count()).toBe(0)
  await staff.context.close()
})

describe('permanently failed emails', () => {
  test.each([true, false])('are sent again, once (script: %s)', async (javaScript) => {
    const recipient = `${aGroup()}@customer.example`
    await queryDatabase(
      `insert into mails (kind, recipient, props, state, attempts, last_error)
       values ('register', $1, $2, 'failed', 12, '550 No such person')`,
      [recipient, { firstName: 'Ana', email: recipient }],
    )
    const staff = await aStaffMember(browser, { javaScript })
    const { page } = staff
    await page.goto('/joinedadmin')
    await followMenu(page, 'Email', 'Emails')
    await row(page, recipient).getByText('550 No such person').waitFor()
    if (javaScript) await expectAccessible(staff.page)
    await row(page, recipient)
      .getByRole('button', { name: /^Send again/ })
      .click()
    await page.getByText('The email is on its way again.').waitFor()
    await row(page, recipient).waitFor({ state: 'detached' })
    const noted = await queryDatabase<{ actor_email: string }>(
      `select actor_email from audit_log join mails on mails.id::text = subject_id
       where recipient = $1 and action = 'resend-mail'`,
      [recipient],
    )
    expect(noted).toEqual([{ actor_email: staff.person.email }])
    const { fakesUrl } = theShop()
    const inbox = await fetch(`${fakesUrl}/mail/messages?to=${recipient}&wait=20000`)
    expect(((await inbox.json()) as { messages: unknown[] }).messages).toHaveLength(1)

    const entry = () => page.getByRole('listitem').filter({ hasText: recipient })
    await page.getByRole('link', { name: 'Resent emails in the log' }).click()
    await entry().getByText(staff.person.email).waitFor()
    // It fails once more: the page links to the audit log's entries about it.
    await queryDatabase(`update mails set state = 'failed' where recipient = $1`, [recipient])
    await page.goto('/admin/emails')
    if (javaScript) await expectAccessible(page)
    await row(page, recipient)
      .getByRole('link', { name: /^Resent earlier/ })
      .click()
    await page.getByText('Only about', { exact: false }).waitFor()
    await entry().getByText(staff.person.email).waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'sent again:' }).count()).toBe(1)
    await staff.context.close()
  })
})
