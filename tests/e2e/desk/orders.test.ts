import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { lettersTo, question } from '#tests/harness/books.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { paths } from '#web/paths.ts'

import { expectNoSideways } from '../members/a-member.ts'
import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

type Paid = { asked: Record<string, string>; at: Record<string, string> }

/** A guest's two cases: what the shop was told before, and what is typed on the payment page. */
async function payForTwo({ asked, at }: Paid): Promise<void> {
  const { url } = inject('house')
  const opened = await fetch(url + paths.createDirectCheckoutSession(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product: 'malbec-2022', quantity: 2, ...asked }),
  })
  const page = ((await opened.json()) as { url: string }).url
  const paid = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: '4242424242424242', expiry: '12/34', cvc: '123', ...at }),
  })
  await fetch(paid.headers.get('location')!)
}

/** A guest's paid order of two cases, in the books. */
async function anOrder(): Promise<{ number: number; email: string; name: string }> {
  const [mark] = randomUUID().split('-')
  const name = `Eva Marsh-${mark}`
  const email = `${mark}@example.com`
  const to = { address: '400 Congress Ave', city: 'Austin', state: 'TX', zipCode: '78701' }
  const who = { name, email, phone: '5125550123', birthdate: '1980-02-03', statement: 'yes' }
  await payForTwo({ asked: { ...who, ...to }, at: { name } })
  const [row] = await question<{ number: number }>('select number from orders where email = $1', [
    email,
  ])
  return { number: row!.number, email, name }
}

const orderOf = async (number: number) => {
  const [row] = await question<{ state: string; refunded_cents: number }>(
    'select state, refunded_cents from orders where number = $1',
    [number],
  )
  return row!
}

const ways = [
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: false },
] as const

describe.each(ways)('staff ($size, JavaScript $javaScript)', (way) => {
  test('find an order, see what was checked and stated, and give some of it back', async () => {
    const order = await anOrder()
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(staff.page)
    }

    await page.goto(paths.staffOrders())
    await page.getByLabel('Number, name or email').fill(order.email)
    await page.getByLabel('From').selectOption({ label: 'Direct offer' })
    if (!way.javaScript) await button(page, 'Show').click()
    await page.waitForURL(/channel=offering/)
    await check()
    await page.getByRole('link', { name: `K-${order.number}` }).click()
    await page.getByRole('heading', { level: 1, name: `Order K-${order.number}` }).waitFor()
    for (const said of ['Austin, Texas 78701', '2026-11-01', 'February 3, 1980', 'Direct offer']) {
      await page.getByText(said).first().waitFor()
    }
    await page.getByText('I am 21 or older, I will sign for the delivery').waitFor()
    await check()

    await page.getByLabel('Amount in dollars').fill('a lot')
    await button(page, 'Give it back').click()
    await page.getByText('Dollars and cents please, such as 12.50').waitFor()
    await page.getByText('Please say why, in 200 letters at most').waitFor()
    await check()
    await page.getByLabel('Amount in dollars').fill('450.00')
    await page.getByLabel('Reason').fill('One case arrived broken.')
    await page.getByLabel(/^Back into stock/).fill('1')
    await button(page, 'Give it back').click()
    await page.getByText('$450.00 is given back. The buyer is told by email.').waitFor()
    await page.getByText('Partly refunded').waitFor()
    await page.getByText('$565.25 can still be given back.').waitFor()
    await page.getByText('Money given back').waitFor()
    await check()

    expect(await orderOf(order.number)).toEqual({
      state: 'partly-refunded',
      refunded_cents: 45_000,
    })
    const texts = async () => (await lettersTo(order.email)).map((letter) => letter.text)
    await expect
      .poll(texts, { timeout: 30_000 })
      .toContainEqual(expect.stringContaining('We have returned $450.00 of what you paid'))
    expect(staff.faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await staff.context.close()
  })
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
  await payForTwo({ asked: {}, at: { name, email, phone: '8015550123', ...utah } })
  const staff = await aStaffMember(browser)
  const { page } = staff
  await page.goto(paths.staffOrders())
  await page.getByRole('link', { name: /offers? not served/ }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByText('We are not allowed to send wine to this state.').waitFor()
  await row.getByText('Salt Lake City, UT 84101').waitFor()
  await expectAccessible(staff.page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(staff)
  await staff.context.close()
})

test('staff have the books compared and read the result', async () => {
  const staff = await aStaffMember(browser)
  const { page } = staff
  await page.goto(paths.books())
  await expectAccessible(staff.page)
  const [{ now } = { now: new Date() }] = await question<{ now: Date }>('select now()')
  await button(page, 'Compare now').click()
  await page.getByText('The books are being compared.').waitFor()
  // Whoever of the staff asks at the same moment has the same comparison.
  const compared = async () => {
    const rows = await question('select 1 from books_checks where finished_at > $1', [now])
    return rows.length
  }
  await expect.poll(compared, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.reload()
  await page.getByText(/payments, .* orders, .* refunds and .* payment pages compared/).waitFor()
  await expectAccessible(staff.page)
  await staff.context.close()
})
