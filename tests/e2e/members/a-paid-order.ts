import type { Page } from 'playwright'
import { expect } from 'vitest'

import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const card = {
  ...{ card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' },
  email: 'ana@example.com',
}

/** Pays on the hosted page, and comes back to the shop. */
export async function pay(page: Page, url: string): Promise<void> {
  const paid = await page.request.post(url, { form: card, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await page.goto(paid.headers()['location']!)
}

/** A paid order of three cases by ground, whose shipment waits for its handover. Returns its number. */
export async function aPaidOrder(page: Page, email: string): Promise<number> {
  const headers = { origin: new URL(theShop().url).origin, accept: 'application/json' }
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
