import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import type { Member } from '#tests/e2e/members/a-member.ts'
import { longWords, ordersFor } from '#tests/e2e/members/a-member.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectToFitEveryWindow } from '#tests/harness/windows.ts'

import { aStaffMember, aUser } from './a-staff-member.ts'

const words = longWords()
let browser: Browser
let staff: Member
let subscriber: string
let user: string
let orderNumber: number

/** A subscriber, a user, an order, an email and a log entry, each with sixty letters in a row. */
beforeAll(async () => {
  browser = await openBrowser()
  staff = await aStaffMember(browser)
  const { name, address, email, text } = words
  const rows = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, address,
       address_extra, city, state, consent_source, consent_wording)
     values ($1, $2, $3, $4, $5, $5, $5, 'CA', 'test', $5) returning id`,
    [name.name, name.first_name, name.last_name, email, address.address],
  )
  subscriber = rows[0]!.id
  const made = await aUser({ ...name, ...address, email, optional_text: text, membership: true })
  user = made.id
  await ordersFor(email, 1)
  const [order] = await queryDatabase<{ id: string; number: number }>(
    `update orders set name = $2, ship_to = $3 where email = $1 returning id, number`,
    [email, name.name, words.shipTo],
  )
  await queryDatabase(
    `insert into order_flags (order_id, reason, source)
     values ($1, 'stock-gone', ''), ($1, 'refund-failed', ''), ($1, 'disputed', 'du_1')`,
    [order!.id],
  )
  orderNumber = order!.number
  await queryDatabase(
    `insert into mails (kind, recipient, props, state, attempts, last_error)
     values ('register', $1, $2, 'failed', 12, $3)`,
    [email, { firstName: name.first_name, email }, `550 ${text}`],
  )
  await queryDatabase(
    `insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label, before, after)
     values ($1, 'subscriber-updated', 'subscriber', $2, $3, $4, $5)`,
    [email, subscriber, `${name.name}, ${email}`, { city: '' }, { city: text }],
  )
})
afterAll(() => browser.close())

const search = { q: words.email }

/** What is there to press, and what holds a table without breaking over sheets in Firefox and WebKit. */
const onPaper = () => {
  const main = document.querySelector('main')!
  const buttons = [...main.querySelectorAll<HTMLElement>('button, summary')]
  const holders = [...document.querySelectorAll('*')].filter((one) => one.querySelector('table'))
  return {
    pressed: buttons
      .filter((one) => one.checkVisibility() && !one.closest('thead, details:not(:has(form))'))
      .map((one) => one.textContent),
    unbroken: holders
      .filter((one) => /grid|flex/.test(getComputedStyle(one).display))
      .map((one) => `${one.tagName} ${one.className}`),
  }
}

const pages = {
  'the joined list': () => paths.subscriberList(search),
  'the users': () => paths.usersList(search),
  'a subscriber': () => paths.subscriber(subscriber),
  'deleting a subscriber': () => paths.deleteSubscriber(subscriber),
  'a user': () => paths.user(user),
  'deleting a user': () => paths.deleteUser(user),
  'the orders': () => paths.staffOrders(search),
  'an order': () => paths.staffOrder(orderNumber),
  'an order on paper': () => paths.printedOrders(orderNumber),
  'the log': () => paths.auditLog(),
  'the emails': () => paths.emails(),
  'the wines': () => paths.wines(),
  'the reconciliation': () => paths.reconciliation(),
} as const

describe.each(Object.entries(pages))('%s', (_, address) => {
  test('fits every window and sheet whatever people are called, also with text twice as large', async () => {
    const page = await staff.context.newPage()
    await page.goto(address())
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(onPaper)).toEqual({ pressed: [], unbroken: [] })
    await page.emulateMedia({ media: 'screen' })
    // At once: entries of the log come meanwhile.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expectToFitEveryWindow(page)
    await page.close()
  })
})
