import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { listVoidedOffers } from './list-voided-offers.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const austin = {
  isPickup: false as const,
  name: 'Eva Marsh',
  phone: '5125550123',
  birthdate: '1980-02-03',
  ...noAddress,
  address: '400 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

/** A guest's open payment page of an offer; without an address the page collects it. */
async function aPage(shipTo: (typeof austin & { email: string }) | null) {
  const guest = { viewer: null, token: randomUUID(), address: randomUUID() }
  const started = await testShop.shop.startOffer(guest, {
    productId: 'malbec-2022',
    quantity: 2,
    shipTo,
  })
  if (!started.ok) throw new Error(started.reason)
  return { url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

/** A user's payment page of a cart with one case. */
async function aMembersPage(member: { id: string; email: string }) {
  await testShop.shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  return { url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

/** An offer that was paid for an address that is not served. */
async function aVoided() {
  const email = `${randomUUID()}@example.com`
  const { url, sessionId } = await aPage(null)
  await payAt(url, {
    email,
    phone: '8015550123',
    shipping_name: 'Uma Stone',
    shipping_line1: '10 Temple Square',
    shipping_city: 'Salt Lake City',
    shipping_state: 'UT',
    shipping_postal_code: '84101',
  })
  expect(await testShop.shop.recordPayment(sessionId)).toMatchObject({ state: 'refused' })
  return { email, sessionId }
}

async function checkoutOf(sessionId: string) {
  const where = eq(checkouts.sessionId, sessionId)
  return (await testShop.db.select().from(checkouts).where(where))[0]!
}

const voided = async () => {
  const listed = await listVoidedOffers(testShop.services)
  return listed.offers
}

test('staff find voided offers, newest first: with buyer, wine, address and reason', async () => {
  const first = await aVoided()
  testShop.pass(1)
  const second = await aVoided()
  const found = await voided()
  expect(found.map(({ email }) => email)).toEqual([second.email, first.email])
  expect(found[0]).toMatchObject({
    channel: 'offering',
    quantity: 2,
    description: expect.stringContaining('Malbec'),
    reason: 'state-not-served',
    shipTo: { name: 'Uma Stone', phone: '8015550123', state: 'UT', zipCode: '84101' },
  })
})

test('lists a hundred, and whether there are more', async () => {
  const { sessionId } = await aVoided()
  const { id } = await checkoutOf(sessionId)
  const there = (await voided()).length
  /** Copies inserted directly, without the payment page. */
  const more = (count: number) =>
    testShop.db.execute(sql`
      with made as (
        insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
          shipping_cents, tax_cents, total_cents, started_at, expires_at, ended_at)
        select channel, state, fingerprint, shipping_method, subtotal_cents, shipping_cents,
          tax_cents, total_cents, started_at, expires_at, ended_at
        from checkouts, generate_series(1, ${count}::int) where id = ${id} returning id)
      insert into checkout_lines (checkout_id, product_id, description, quantity,
        unit_price_cents, tax_cents)
      select made.id, product_id, description, quantity, unit_price_cents, tax_cents
      from made, checkout_lines where checkout_id = ${id}`)
  const listed = async () => {
    const result = await listVoidedOffers(testShop.services)
    return [result.offers.length, result.hasMore]
  }
  await more(100 - there)
  expect(await listed()).toEqual([100, false])
  await more(1)
  expect(await listed()).toEqual([100, true])
})

test('personal data of an unpaid checkout is erased after thirty days, not before', async () => {
  const buyer = { ...austin, email: `${randomUUID()}@example.com` }
  const refused = await aVoided()
  const abandoned = await aPage(buyer)
  const bought = await aPage(buyer)
  await payAt(bought.url)
  await testShop.shop.recordPayment(bought.sessionId)
  const member = await aMember(testShop.db)
  const theirs = await aMembersPage(member)
  await payAt(theirs.url)
  await testShop.shop.recordPayment(theirs.sessionId)
  const left = await aMembersPage(member)
  testShop.pass(40)
  await testShop.shop.settlePendingPayments()
  expect(await checkoutOf(abandoned.sessionId)).toMatchObject({ state: 'expired' })
  expect(await checkoutOf(left.sessionId)).toMatchObject({ state: 'expired' })

  const open = await aPage(buyer)
  testShop.pass(29 * 24 * 60)
  await testShop.shop.eraseUnpaid()
  expect(await checkoutOf(abandoned.sessionId)).toMatchObject({
    email: buyer.email,
    shipTo: { name: 'Eva Marsh' },
  })
  expect(await checkoutOf(left.sessionId)).toMatchObject({ userId: member.id })
  expect((await voided()).map(({ email }) => email)).toContain(refused.email)

  testShop.pass(2 * 24 * 60)
  await testShop.shop.eraseUnpaid()
  for (const sessionId of [abandoned.sessionId, refused.sessionId]) {
    const row = await checkoutOf(sessionId)
    expect(row).toMatchObject({ totalCents: expect.any(Number), sessionId })
    const rest = JSON.stringify(row)
    for (const trace of ['Eva', 'Uma', '@example.com', 'Congress', 'Temple', '1980', 'guest:']) {
      expect(rest).not.toContain(trace)
    }
  }
  expect(await checkoutOf(left.sessionId)).toMatchObject({ userId: null, shipTo: null })
  expect(await voided()).toEqual([])
  // Paid checkouts keep it, and so do those that can still be paid.
  const [order] = await testShop.db.select().from(orders).where(eq(orders.email, buyer.email))
  expect(order!.shipTo).toMatchObject({ address: '400 Congress Ave', birthdate: '1980-02-03' })
  expect(await checkoutOf(theirs.sessionId)).toMatchObject({ state: 'paid', userId: member.id })
  expect(await checkoutOf(open.sessionId)).toMatchObject({ state: 'open', email: buyer.email })
  expect(await testShop.shop.recordPayment(refused.sessionId)).toEqual({
    state: 'refused',
    reason: 'state-not-served',
  })
})
