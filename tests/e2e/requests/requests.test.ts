import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { aStaffMember } from '#tests/e2e/admin/a-staff-member.ts'
import { aMember, bothWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectToFitEveryWindow } from '#tests/harness/windows.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const askFor = async (email: string, productId: string, units = 1) => {
  const [row] = await queryDatabase<{ number: number }>(
    `insert into requests (kind, user_id, product_id, units)
     select 'wine', id, $2, $3 from users where email = $1 returning number`,
    [email, productId, units],
  )
  return row!.number
}

/** A wine of its own in an open release, with so many free cases. */
async function aReleasedWine(cases: number) {
  const mark = randomUUID().slice(0, 8)
  const [id, title] = [`wine-${mark}`, `2020 Bonarda ${mark}`]
  await queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents,
       description, category_id, category_name, release_state, stock, price_id)
     select $1, $2, subtitle, $2, 2023, image, price_cents, description, category_id,
       category_name, 'closed', $3, 'price_' || $1 from products where id = 'malbec-2022'`,
    [id, title, cases],
  )
  const [release] = await queryDatabase<{ id: string }>(
    `insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
     values ($1, 'spring', 2027, 'allocated', 'guaranteed', now() - interval '1 hour',
       now() + interval '1 hour', 'scheduled') returning id`,
    [`Spring ${mark}`],
  )
  await queryDatabase(
    `insert into release_wines (release_id, product_id, position) values ($1, $2, 1)`,
    [release!.id, id],
  )
  return { id, title, releaseId: release!.id }
}

describe.each(bothWays)('requests ($size, JavaScript $javaScript)', (how) => {
  test('are recorded, shown once staff turn that on, declined in words and kept in line', async () => {
    await queryDatabase(`delete from shop_switches`)
    const staff = await aStaffMember(browser, how)
    const customer = await aMember(browser, how)
    const number = await askFor(customer.person.email, 'malbec-2021', 2)

    const unseen = await customer.page.goto(paths.requests())
    expect(unseen!.status()).toBe(404)

    await staff.page.goto(paths.requestSettings())
    await staff.page.getByRole('button', { name: 'Turn on' }).click()
    await staff.page.getByText('Customers see their requests now.').waitFor()
    const saving = staff.page.getByRole('region', { name: 'Save an answer' })
    await saving.getByLabel('Name, for you').fill(`No more ${number}`)
    await saving.getByLabel('Text', { exact: true }).fill('There is none left of this vintage.')
    await staff.page.getByRole('button', { name: 'Save', exact: true }).click()
    await staff.page.getByText('The answer is saved.').waitFor()

    await customer.page.goto(paths.members('dash'))
    await customer.page.getByRole('link', { name: 'Requests', exact: true }).click()
    await customer.page.getByText('You asked for 2 cases.').waitFor()
    await customer.page.getByText(/^You are .+ in line\.$/).waitFor()
    await customer.page.getByText('Change', { exact: true }).click()
    const note = customer.page.getByLabel('A note to us (optional)')
    await note.evaluate((area) => area.removeAttribute('maxlength'))
    await note.fill('x'.repeat(301))
    await customer.page.getByRole('button', { name: 'Save' }).click()
    await customer.page.getByText('No more than 300 letters.').waitFor()
    await note.fill('')
    await customer.page.getByLabel('Cases').selectOption('1')
    await customer.page.getByRole('button', { name: 'Save' }).click()
    await customer.page.getByText('Your request has been changed.').waitFor()
    await customer.page.getByText('You asked for 1 case.').waitFor()

    await staff.page.goto(paths.staffRequests({ state: 'open' }))
    await staff.page.getByRole('link', { name: requestNumber(number) }).click()
    await staff.page
      .getByRole('heading', { level: 1, name: `Request ${requestNumber(number)}` })
      .waitFor()
    const colleague = await staff.context.newPage()
    await colleague.goto(paths.staffRequest(number))
    const read = staff.page.getByLabel('What they will read')
    if (how.javaScript) {
      const begin = staff.page.getByLabel('Start from')
      await begin.selectOption(`No more ${number}`)
      expect(await read.inputValue()).toBe('There is none left of this vintage.')
      await read.fill('My own words.')
      await begin.selectOption('Your own words')
      expect(await read.inputValue()).toBe('My own words.')
    }
    await read.fill('There is none left of this vintage.')
    await staff.page.getByRole('button', { name: 'Decline' }).click()
    await staff.page.getByText('1 request is declined').waitFor()
    await colleague.getByLabel('What they will read').fill('Too late.')
    await colleague.getByRole('button', { name: 'Decline' }).click()
    await colleague.getByText('This is no longer open').waitFor()
    await colleague.getByRole('blockquote').getByText('There is none left').waitFor()

    await customer.page.goto(paths.requests())
    await customer.page.getByText('There is none left of this vintage.').waitFor()
    await customer.page.getByRole('button', { name: 'Stay in line for the next vintage' }).click()
    await customer.page.getByText('You stay in line for the next vintage.').waitFor()
    await customer.page.getByRole('button', { name: /^Withdraw/ }).click()
    await customer.page.getByText('Your request has been withdrawn.').waitFor()
    await Promise.all([staff.context.close(), customer.context.close()])
  })
})

describe.each(bothWays)('granting ($size, JavaScript $javaScript)', (how) => {
  test('by queue sets aside exactly what the preview showed, and the customer reads until when', async () => {
    await queryDatabase(
      `insert into shop_switches (name, is_on) values ('answer-requests', true)
       on conflict (name) do update set is_on = true`,
    )
    const wine = await aReleasedWine(3)
    const staff = await aStaffMember(browser, how)
    const [first, second] = [await aMember(browser, how), await aMember(browser, how)]
    await queryDatabase(`update users set state = 'CA' where email = any ($1)`, [
      [first.person.email, second.person.email],
    ])
    await askFor(first.person.email, wine.id, 2)
    const number = await askFor(second.person.email, wine.id, 2)

    await staff.page.goto(paths.staffRequests({ state: 'open' }))
    await staff.page.getByRole('link', { name: `${wine.title}: 3 cases free` }).click()
    const line = staff.page.getByRole('table')
    await line.getByRole('link', { name: requestNumber(number) }).waitFor()
    await line.getByText('California').first().waitFor()
    await staff.page.getByLabel('Cases to grant').fill('2')
    await staff.page.getByLabel('Most cases per person').first().fill('1')
    await staff.page.getByRole('button', { name: 'Preview' }).click()
    await staff.page.getByText('2 people get 2 cases in all:').waitFor()
    await staff.page.getByRole('button', { name: 'Grant to 2 people' }).click()
    await staff.page.getByText('2 cases are set aside for 2 people').waitFor()

    const third = await askFor(first.person.email, wine.id)
    await staff.page.goto(paths.requestQueue(wine.id))
    await staff.page.getByLabel('What they will read').fill('That was the last of it.')
    await staff.page.getByRole('button', { name: 'Decline' }).click()
    await staff.page.getByText('Please choose at least one request').waitFor()
    await staff.page.getByLabel(new RegExp(`^Choose ${requestNumber(third)},`)).check()
    await staff.page.getByRole('button', { name: 'Decline' }).click()
    await staff.page.getByText('1 request is declined').waitFor()

    await second.page.goto(paths.requests())
    await second.page.getByText(/^1 case kept for you until .+ P[DS]T\.$/).waitFor()
    await second.page.getByRole('link', { name: 'Buy your wine' }).waitFor()
    await staff.page.goto(paths.staffRequest(number))
    await staff.page.getByText(/Granted: 1 case, kept until/).waitFor()
    const kept = await queryDatabase<{ promised: number }>(
      `select promised from products where id = $1`,
      [wine.id],
    )
    expect(kept).toEqual([{ promised: 2 }])
    // Other pages show no wine of this test.
    await queryDatabase(`update releases set state = 'draft' where id = $1`, [wine.releaseId])
    for (const visitor of [staff, first, second]) await visitor.context.close()
  })
})

test('what is pressed while a grant is refused is not done', async () => {
  const wine = await aReleasedWine(3)
  const [staff, customer] = [await aStaffMember(browser), await aMember(browser)]
  const { page } = staff
  const number = await askFor(customer.person.email, wine.id, 2)
  await page.goto(paths.staffRequest(number))
  const isPressed = Promise.withResolvers<void>()
  let sent = 0
  await page.route(
    (url) => url.pathname.endsWith('.data'),
    async (route) => {
      if (route.request().method() === 'POST') sent += 1
      await isPressed.promise
      await route.continue()
    },
  )
  await page.getByLabel('Cases, up to 2').fill('9')
  await page.getByLabel('What they will read').fill('There is none left.')
  await page.getByRole('button', { name: 'Set it aside for them' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  isPressed.resolve()
  await page.locator('main [aria-invalid="true"]').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Decline' }).waitFor()
  expect(sent).toBe(1)
  await queryDatabase(`update releases set state = 'draft' where id = $1`, [wine.releaseId])
  await Promise.all([staff.context.close(), customer.context.close()])
})

test('the pages fit every window, are accessible, and an empty one says so', async () => {
  await queryDatabase(
    `insert into shop_switches (name, is_on) values ('answer-requests', true)
     on conflict (name) do update set is_on = true`,
  )
  const staff = await aStaffMember(browser)
  const customer = await aMember(browser)
  await customer.page.goto(paths.requests())
  await customer.page.getByText('No requests yet.').waitFor()
  await expectAccessible(customer.page)
  const number = await askFor(customer.person.email, 'malbec-2021', 12)
  for (const [visitor, path] of [
    [customer, paths.requests()],
    [staff, paths.staffRequests()],
    [staff, paths.staffRequest(number)],
    [staff, paths.requestQueue('malbec-2021')],
    [staff, paths.requestSettings()],
  ] as const) {
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await visitor.page.goto(path)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(visitor.page)
    await expectToFitEveryWindow(visitor.page)
  }
})
