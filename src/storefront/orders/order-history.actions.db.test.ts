import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orders, refunds } from '#orders/order/tables.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { thankedOrder } from './thanked-order.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

type Wish = { count?: number; method?: 'ground' | 'pickup'; gift?: string; hoursAgo?: number }

/** A customer with that many paid orders, each a minute older than the one before. */
async function aCustomer({ count = 1, method = 'ground', gift, hoursAgo = 0 }: Wish = {}) {
  const member = await aMember(testShop.db)
  const shipTo = {
    name: 'Ana Ruiz',
    address: '1200 Valencia Street',
    addressExtra: '',
    city: 'San Francisco',
    state: 'CA',
    zipCode: '94110',
    ...(gift && { gift: { name: gift, phone: '2125550101', note: '' } }),
  }
  await testShop.db.execute(sql`
    with begun as (
      insert into checkouts (user_id, channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, expires_at)
      select ${member.id}, 'cart', 'paid', '', ${method}, 45000, 3500, 3263, 51763, now()
      from generate_series(1, ${count}::int) returning id),
    numbered as (select id, row_number() over () as n from begun),
    placed as (
      insert into orders (checkout_id, user_id, channel, email, name, shipping_method, ship_to,
        subtotal_cents, shipping_cents, tax_cents, total_cents, created_at)
      select id, ${member.id}, 'cart', ${member.email}, 'Ana Ruiz', ${method},
        ${JSON.stringify(shipTo)}, 45000, 3500, 3263, 51763,
        now() - make_interval(mins => n::int, hours => ${hoursAgo}::int)
      from numbered returning id)
    insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
    select id, 'malbec-2022', '2022 Malbec, 3-pack of 750ml', 1, 45000, 3263 from placed`)
  const placed = await testShop.db
    .select()
    .from(orders)
    .where(eq(orders.userId, member.id))
    .orderBy(sql`created_at desc`)
  return { member, placed }
}

type Customer = Awaited<ReturnType<typeof aCustomer>>['member']

const thanksFor = (member: Customer, orderId: string, of: { isLimited?: boolean } = {}) =>
  thankedOrder(testShop.services, { ...member, isLimited: false, ...of } as never, orderId, {
    isThanked: true,
  })

test('the history has twenty orders on a page, the newest first, each once', async () => {
  const { member, placed } = await aCustomer({ count: 41 })
  const pages = [1, 2, 3].map((page) => testShop.shop.orderHistory(member, page))
  const read = await Promise.all(pages)
  expect(read.map(({ orders: shown, page, hasMore }) => [shown.length, page, hasMore])).toEqual([
    [20, 1, true],
    [20, 2, true],
    [1, 3, false],
  ])
  expect(read.flatMap(({ orders: shown }) => shown.map(({ number }) => number))).toEqual(
    placed.map(({ number }) => number),
  )
  const full = await aCustomer({ count: 20 })
  expect(await testShop.shop.orderHistory(full.member, 1)).toMatchObject({ hasMore: false })
})

test('the history tells a refund that is under way from one that was made or failed', async () => {
  const { member, placed } = await aCustomer({ count: 4 })
  const [underWay, made, failed] = placed
  const refund = (orderId: string, state: 'requested' | 'made' | 'failed') => ({
    ...{ orderId, state, requestKey: randomUUID(), cause: 'staff' as const, amountCents: 100 },
  })
  await testShop.db
    .insert(refunds)
    .values([
      refund(underWay!.id, 'requested'),
      refund(made!.id, 'made'),
      refund(failed!.id, 'failed'),
    ])
  for (const thanked of [null, made!.id]) {
    const { orders: shown } = await testShop.shop.orderHistory(member, 1, { thanked })
    expect(shown.map(({ isRefunding }) => isRefunding)).toEqual([true, false, false, false])
  }
})

test('each of two new orders is thanked for once, with where it goes', async () => {
  const { member, placed } = await aCustomer({ count: 2 })
  const other = await aCustomer()
  const [newest, older] = placed
  expect(await thanksFor(other.member, newest!.id)).toBeNull()
  expect(await thanksFor(member, newest!.id)).toEqual({
    id: newest!.id,
    number: String(newest!.number),
    wines: ['1 × 2022 Malbec'],
    by: 'Ground shipping',
    isPickup: false,
    shipsFrom: null,
    to: ['Ana Ruiz', '1200 Valencia Street', 'San Francisco, California 94110'],
  })
  expect(await thanksFor(member, newest!.id)).toBeNull()
  // By the landing page, which asks whom to thank.
  expect(await testShop.shop.thankBuyer(member, true)).toMatchObject({ unthanked: older!.id })
  expect(await testShop.shop.thankBuyer(member, true)).toEqual({ hasOrders: true, unthanked: null })
  expect(await thanksFor(member, older!.id)).toBeNull()
  // By two payment pages, of a session that a purchase link opened.
  const linked = await aCustomer({ count: 2, hoursAgo: 1 })
  for (const { id } of linked.placed) {
    expect(await thanksFor(linked.member, id, { isLimited: true })).toMatchObject({ id })
  }
})

test('the thanks name who receives a gift, and no address of a pickup', async () => {
  const gift = await aCustomer({ gift: 'Maya Cruz' })
  expect((await thanksFor(gift.member, gift.placed[0]!.id))!.to[0]).toBe('Maya Cruz')
  const pickup = await aCustomer({ method: 'pickup' })
  expect(await thanksFor(pickup.member, pickup.placed[0]!.id)).toMatchObject({
    isPickup: true,
    to: [],
  })
})

test('in a session that a purchase link opened only what was just paid is thanked for', async () => {
  const late = await aCustomer({ hoursAgo: 12 })
  const just = await aCustomer({ hoursAgo: 11 })
  const limited = { isLimited: true }
  expect(await thanksFor(late.member, late.placed[0]!.id, limited)).toBeNull()
  expect(await thanksFor(just.member, just.placed[0]!.id, limited)).not.toBeNull()
  expect(await thanksFor(just.member, just.placed[0]!.id, limited)).toBeNull()
  await expect(
    testShop.shop.orderHistory({ ...just.member, isLimited: true }, 1),
  ).rejects.toMatchObject({ statusCode: 403 })
})
