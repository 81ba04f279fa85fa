import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aMember, california, expectNoSideways, oppositeWays } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const card = {
  ...{ card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' },
  email: 'ana@example.com',
}

/** Pays on the hosted page, and comes back to the shop. */
async function pay(page: Page, url: string): Promise<void> {
  const paid = await page.request.post(url, { form: card, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await page.goto(paid.headers()['location']!)
}

/** A paid order of three cases by ground, whose shipment waits for its handover. Returns its number. */
async function aPaidOrder(page: Page, email: string): Promise<number> {
  const headers = { origin: new URL(inject('server').url).origin, accept: 'application/json' }
  const cart = (form: Record<string, string>) => page.request.post('/cart', { headers, form })
  await cart({ kind: 'add', productId: 'malbec-2022' })
  await cart({ kind: 'set-quantity', productId: 'malbec-2022', quantity: '3' })
  await cart({ kind: 'choose-shipping', method: 'ground' })
  const opened = await page.request.post('/api/create-checkout-session', { headers, data: {} })
  await pay(page, ((await opened.json()) as { url: string }).url)
  const [row] = await queryDatabase<{ number: number }>(
    `with bought as (select id, number, ship_to from orders where email = $1), made as (
       insert into shipments (order_id, kind, state, method, ship_to, to_state, to_zip)
       select id, 'first', 'ready', 'ground', ship_to, 'CA', '94110' from bought
       on conflict do nothing returning id),
     line as (
       insert into shipment_lines (shipment_id, product_id, units)
       select made.id, product_id, quantity from made, order_lines, bought where order_id = bought.id)
     select number from bought`,
    [email],
  )
  return row!.number
}

describe.each(oppositeWays)('a buyer ($size, JavaScript $javaScript)', (way) => {
  test('keeps fewer cases, has them sent overnight, and cancels the order', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    const check = async () => {
      await expectNoSideways(buyer)
      if (way.javaScript) await expectAccessible(page)
    }
    const number = await aPaidOrder(page, person.email)
    await page.goto(paths.order(number))
    const section = page.getByRole('region', { name: 'Change this order' })
    await section.getByRole('link', { name: 'Fewer cases' }).click()
    await page.getByText('It has 3 cases now.').waitFor()
    await page.getByText('$517.63 is refunded').waitFor()
    await check()
    await page.getByLabel('2 × 2022 Malbec, 3-pack of 750ml').check()
    await page.getByRole('button', { name: 'Keep only this' }).click()
    await page.getByText('You keep 2 cases of your order. $517.63 is refunded.').waitFor()
    await check()

    await section.getByRole('link', { name: 'Shipping method' }).click()
    await page.getByText('$50.00 is refunded').waitFor()
    await check()
    await page.getByLabel('Overnight').check()
    await page.getByRole('button', { name: 'Change the method' }).click()
    await page.waitForURL(/cs_/)
    await pay(page, page.url())
    await page.getByText('Paid, and your order is changed. We have emailed you.').waitFor()
    await section.getByText(/You paid \$60\.00 more for Overnight/).waitFor()
    await check()

    await section.getByRole('link', { name: 'Cancel it' }).click()
    await page.getByText('we refund $1,075.25 to the card you paid with').waitFor()
    await check()
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByText('Your order is canceled. $1,075.25 is refunded.').waitFor()
    expect(await section.count()).toBe(0)
    await check()
    const [left] = await queryDatabase(
      `select o.state, d.refunded_cents, o.total_cents - o.refunded_cents as left
       from orders o join order_differences d on d.order_id = o.id where o.number = $1`,
      [number],
    )
    expect(left).toEqual({ state: 'refunded', refunded_cents: 6_000, left: 0 })
    await buyer.context.close()
  })
})
