import { randomUUID } from 'node:crypto'

import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { emailsTo, queryDatabase } from '#tests/harness/database-queries.ts'
import { press } from '#tests/harness/press.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { payAsTexan, payForTwo } from './a-guest-order.ts'
import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A guest's paid order of two cases. */
async function anOrder(): Promise<{ number: number; email: string; name: string }> {
  const [mark] = randomUUID().split('-')
  const name = `Eva Marsh-${mark}`
  const email = `${mark}@example.com`
  await payAsTexan(theShop().url, { name, email })
  const [row] = await queryDatabase<{ number: number }>(
    'select number from orders where email = $1',
    [email],
  )
  return { number: row!.number, email, name }
}

const orderOf = async (number: number) => {
  const [row] = await queryDatabase<{ state: string; refunded_cents: number }>(
    'select state, refunded_cents from orders where number = $1',
    [number],
  )
  return row!
}

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('find an order, see what was checked and stated, and refund some of it in two steps', async () => {
    const order = await anOrder()
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(staff.page)
    }

    await page.goto(paths.staffOrders())
    await page.getByLabel('Number, name, email, amount or payment').fill(order.email)
    if (way.size === 'phone') await page.getByLabel('Filters').check()
    await page.getByLabel('Channel').selectOption({ label: 'Direct offer' })
    if (!way.javaScript) await button(page, 'Show').click()
    await page.waitForURL(/channel=offering/)
    await check()
    await page.getByRole('link', { name: `K-${order.number}` }).click()
    await page.getByRole('heading', { level: 1, name: `Order K-${order.number}` }).waitFor()
    for (const said of ['Austin, Texas 78701', '11/27/2026', '2/3/1980', 'Direct offer']) {
      await page.getByText(said).first().waitFor()
    }
    await page.getByText('I am 21 or older, I will sign for the delivery').waitFor()
    await check()
    const firstLine = page.getByRole('status').filter({ hasText: 'Paid' })
    expect(await firstLine.innerText()).toMatch(/^Paid · \$1,015\.25 · (Waiting|Ready|Ordered)/)
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Shipping',
      'Wines',
      'Buyer',
      'Refund',
      'Notes',
      'History of changes',
    ])

    await page.getByLabel('Goodwill in dollars').fill('a lot')
    await button(page, 'Review refund').click()
    await page.getByText('Dollars and cents, please, such as 12.50').waitFor()
    await page.getByText('Please give a reason of at most 200 characters').waitFor()
    await check()
    await page.getByLabel('Goodwill in dollars').fill('')
    await button(page, 'Review refund').click()
    await page.getByText('Please choose what to refund, or type an amount.').waitFor()
    await page.getByLabel('Goodwill in dollars').fill('400.00')
    await page.getByLabel('Reason').fill('One case arrived broken.')
    await page.getByLabel(/^Return to stock/).fill('1')
    await button(page, 'Review refund').click()
    const asked = page.getByRole('heading', { name: 'Refund $400.00?' })
    await asked.waitFor()
    const isFocused = () => asked.evaluate((heading) => heading === document.activeElement)
    if (way.javaScript) await expect.poll(isFocused).toBe(true)
    await button(page, 'Change').click()
    expect(await page.getByLabel('Reason').inputValue()).toBe('One case arrived broken.')
    await page.getByLabel('Goodwill in dollars').fill('450.00')
    await button(page, 'Review refund').click()
    await page.getByRole('heading', { name: 'Refund $450.00?' }).waitFor()
    const confirmation = page.getByRole('region', { name: 'Refund', exact: true })
    for (const named of [order.name, order.email, 'Visa ending in 4242', '$565.25']) {
      await confirmation.getByText(named).waitFor()
    }
    expect(await orderOf(order.number)).toMatchObject({ refunded_cents: 0 })
    await check()
    await button(page, 'Refund $450.00').click()
    await page.getByText('$450.00 is refunded. The buyer is told by email.').waitFor()
    await page.getByText('Partly refunded').waitFor()
    await page.getByText('Up to $565.25 can be refunded.').waitFor()
    await page.getByText(`${staff.person.email} asked to refund K-${order.number}`).waitFor()
    await page.getByText(`refunded K-${order.number}`).first().waitFor()
    await check()

    expect(await orderOf(order.number)).toEqual({
      state: 'partly-refunded',
      refunded_cents: 45_000,
    })
    const texts = async () => (await emailsTo(order.email)).map((mail) => mail.text)
    await expect
      .poll(texts, { timeout: 30_000 })
      .toContainEqual(expect.stringContaining('We have refunded $450.00 of your payment'))
    expect(staff.faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await staff.context.close()
  })
})

test('each press on the refund form counts, also while its errors are shown', async () => {
  const order = await anOrder()
  const staff = await aStaffMember(browser)
  const { page } = staff
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const isSeen = Promise.withResolvers<void>()
  await page.goto(paths.staffOrder(order.number))
  await page.getByLabel('Goodwill in dollars').fill('a lot')
  await press(page, button(page, 'Review refund'))
  await page.getByText('Dollars and cents, please, such as 12.50').waitFor()
  await page.getByLabel('Goodwill in dollars').fill('12.50')
  await page.getByLabel('Reason').fill('A broken capsule.')
  await press(page, button(page, 'Review refund'))
  await page.getByRole('heading', { name: 'Refund $12.50?' }).waitFor()
  await press(page, button(page, 'Change'))
  // Nothing is typed in between: the focus is where the page put it.
  await expect.poll(focused).toMatch(/^1 × /)
  await press(page, button(page, 'Review refund'))
  await page.getByRole('heading', { name: 'Refund $12.50?' }).waitFor()
  await press(page, button(page, 'Change'))
  await page.getByLabel('Goodwill in dollars').press('Enter')
  await page.getByRole('heading', { name: 'Refund $12.50?' }).waitFor()
  // What the page said is left goes along: another refund meanwhile is noticed.
  expect(await page.locator('input[name=left]').inputValue()).toBe('101525')
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'POST') await isSeen.promise
    await route.continue()
  })
  await press(page, button(page, 'Refund $12.50'))
  await button(page, 'Refunding…').and(page.locator('[aria-disabled=true]')).waitFor()
  isSeen.resolve()
  await page.getByText('$12.50 is refunded. The buyer is told by email.').waitFor()
  await expect.poll(focused).toMatch(/^1 × /)
  await press(page, button(page, 'Review refund'))
  await page.getByText('Please choose what to refund, or type an amount.').waitFor()
  await page.getByLabel('Goodwill in dollars').fill('nothing')
  await press(page, page.getByRole('link', { name: 'All orders' }))
  await page.waitForURL((url) => url.pathname === paths.staffOrders())
  expect(await orderOf(order.number)).toMatchObject({ refunded_cents: 1_250 })
  await staff.context.close()
})

test('staff review each flag by itself; a dispute’s stays, and no refund is offered', async () => {
  const order = await anOrder()
  await queryDatabase(
    `with disputed as (
       insert into disputes (id, order_id, amount_cents, state, reason, opened_at)
       select 'du_' || number, id, total_cents, 'needs-response', 'fraudulent', now()
       from orders where number = $1 returning id, order_id)
     insert into order_flags (order_id, reason, source)
     select order_id, 'disputed', id from disputed
     union all select order_id, 'amount-differs', '' from disputed`,
    [order.number],
  )
  const staff = await aStaffMember(browser)
  const { page } = staff
  const flags = page.getByRole('region', { name: 'To review' })
  await page.goto(paths.staffOrder(order.number))
  await flags.getByRole('heading', { name: 'Payment disputed' }).waitFor()
  await page.getByText('Reported as fraud').waitFor()
  await page.getByText('so it cannot be refunded here').waitFor()
  expect(await button(page, 'Review refund').count()).toBe(0)
  await expectAccessible(staff.page)
  await button(page, 'Mark as reviewed: Amount differs').click()
  await page.getByText('Marked as reviewed.').waitFor()
  await page.getByText(`${staff.person.email} reviewed K-${order.number}`).waitFor()
  expect(await flags.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Payment disputed',
  ])
  expect(await flags.getByRole('button').count()).toBe(0)
  await staff.context.close()
})

test('staff find whose offer was voided, and why', async () => {
  const email = `${randomUUID()}@example.com`
  const name = 'Uma Stone'
  const utah = {
    shipping_name: name,
    shipping_line1: '10 Temple Square',
    shipping_city: 'Salt Lake City',
    shipping_state: 'UT',
    shipping_postal_code: '84101',
  }
  await payForTwo(theShop().url, {
    asked: {},
    at: { name, email, phone: '8015550123', ...utah },
  })
  const staff = await aStaffMember(browser)
  const { page } = staff
  await page.goto(paths.staffOrders())
  await page.getByRole('link', { name: /offers? not served/ }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByText('We are not permitted to ship wine to this state.').waitFor()
  await row.getByText('Salt Lake City, UT 84101').waitFor()
  await expectAccessible(staff.page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(staff)
  await staff.context.close()
})

test('staff start a reconciliation and read the result', async () => {
  const staff = await aStaffMember(browser)
  const { page } = staff
  await page.goto(paths.reconciliation())
  await expectAccessible(staff.page)
  const [{ now } = { now: new Date() }] = await queryDatabase<{ now: Date }>('select now()')
  await button(page, 'Compare now').click()
  await page.getByText('The reconciliation is running.').waitFor()
  // Requests of several staff at the same moment are one reconciliation.
  const compared = async () => {
    const rows = await queryDatabase('select 1 from reconciliations where finished_at > $1', [now])
    return rows.length
  }
  await expect.poll(compared, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.reload()
  await page
    .getByText(/payments?, .* orders?, .* refunds? and .* payment pages? compared/)
    .waitFor()
  await expectAccessible(staff.page)
  await staff.context.close()
})

describe.each(oppositeWays)('a shipping day in the list ($size, JavaScript $javaScript)', (way) => {
  test('orders are filtered, added up, selected, printed and noted', async () => {
    const orders = [await anOrder(), await anOrder()] as const
    const [first, second] = orders
    const mark = `Gift-${randomUUID().slice(0, 8)}`
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`${paths.staffOrders()}/k-${first.number}`)
    await page.getByRole('heading', { level: 1, name: `Order K-${first.number}` }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.staffOrder(first.number))
    await button(page, 'Add note').click()
    await page.getByText('Please write a note of at most 2,000 characters').waitFor()
    await page.getByLabel('Add a note').fill(`${mark}: leave the price out, w`)
    // The key that leads to the search is a letter where one writes.
    await page.getByLabel('Add a note').press('End')
    await page.keyboard.type('/o card')
    await button(page, 'Add note').click()
    await page.getByText('The note is added.').waitFor()
    await page.getByText(`${mark}: leave the price out, w/o card`).first().waitFor()
    if (way.javaScript) await expectAccessible(page)

    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('region', { name: 'Wines' }).isVisible()).toBe(true)
    for (const title of ['Refund', 'Notes', 'History of changes']) {
      expect(await page.getByRole('region', { name: title, exact: true }).count()).toBe(0)
    }
    await page.emulateMedia({ media: null })

    await page.goto(paths.staffOrders({ shipTo: 'TX', method: 'ground', q: 'Eva' }))
    await page.getByRole('list', { name: 'Totals of the orders shown' }).waitFor()
    await page.getByRole('link', { name: '1 note', exact: true }).first().waitFor()
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
    for (const { number } of orders) {
      await page.getByRole('checkbox', { name: `Select K-${number}` }).check()
    }
    if (way.javaScript) {
      await page.getByText('2 orders selected').waitFor()
      const downloading = page.waitForEvent('download')
      await button(page, 'Download the selected').click()
      const file = await (await downloading).createReadStream()
      const text = (await file.toArray()).join('')
      expect(text.trim().split('\r\n')).toHaveLength(3)
      expect(text).toContain('400 Congress Ave')
      // A search takes rows away with their boxes, and brings them back unchecked.
      await page.getByRole('searchbox').fill(`K-${first.number}`)
      await page.getByText('1 order selected').waitFor()
      await page.getByRole('searchbox').fill('Eva')
      await page.getByRole('checkbox', { name: `Select K-${second.number}` }).check()
      await page.getByText('2 orders selected').waitFor()
    }
    await button(page, 'Print').click()
    await page.getByRole('heading', { level: 1, name: 'Orders to print' }).waitFor()
    for (const { number, name } of [first, second]) {
      const sheet = page.getByRole('region', { name: `Order K-${number}` })
      await sheet.getByText(name).first().waitFor()
      await sheet.getByText('Austin, Texas 78701').waitFor()
    }
    const pdf = await PDFDocument.load(await page.pdf({ format: 'Letter' }))
    expect(pdf.getPageCount()).toBe(2)
    expect(await page.getByText(mark).count()).toBe(0)
    expect(await page.getByText('1980').count()).toBe(0)
    if (way.javaScript) await expectAccessible(page)
    await expectNoSideways(staff)
    expect(staff.faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await staff.context.close()
  })
})
