import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { userEmails } from '#accounts/users/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { adoptGuestOrders } from './adopt-guest-orders.actions.server.ts'
import * as store from './guest-orders.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

type Placed = {
  email: string
  hoursAgo?: number
  channel?: string
  buyerKey?: string | null
  userId?: string | null
}

/** A guest's order, or another one; returns its id. */
async function anOrder(of: Placed): Promise<string> {
  const { email, hoursAgo = 2, channel = 'offering', buyerKey = 'guest:1', userId = null } = of
  const { rows } = await testShop.db.execute<{ id: string }>(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, buyer_key, expires_at)
      values (${channel}, 'paid', '', 'ground', 45000, 3500, 3263, 51763, ${buyerKey}, now())
      returning id),
    placed as (
      insert into orders (checkout_id, channel, user_id, email, name, shipping_method, ship_to,
        subtotal_cents, shipping_cents, tax_cents, total_cents, created_at)
      select id, ${channel}, ${userId}, ${email}, 'A', 'ground', '{"state":"CA"}', 45000, 3500, 3263,
        51763, now() - make_interval(hours => ${hoursAgo}::int, mins => 1)
      from begun returning id),
    line as (
      insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
      select id, 'malbec-2022', 'Malbec', 1, 45000, 3263 from placed)
    select id from placed`)
  return rows[0]!.id
}

async function ownersOf(...ids: string[]) {
  const { rows } = await testShop.db.execute<{ id: string; owner: string; thanked: boolean }>(sql`
    select id, user_id as owner, thanked_at is not null as thanked from orders`)
  return ids.map((id) => {
    const { owner, thanked } = rows.find((row) => row.id === id)!
    return { owner, thanked }
  })
}

const noOne = { owner: null, thanked: false }

test('an account adopts the orders of guests with its confirmed address alone', async () => {
  const member = await aMember(testShop.db)
  const other = await aMember(testShop.db)
  const { id, email } = member
  const ids = [
    await anOrder({ email: email.toUpperCase() }),
    await anOrder({ email, buyerKey: null }),
    await anOrder({ email: `x${email}` }),
    await anOrder({ email, channel: 'cart' }),
    await anOrder({ email, buyerKey: 'user:1' }),
    await anOrder({ email, userId: other.id }),
  ]
  await store.adoptGuestOrders(testShop.db, other.id)
  expect((await ownersOf(...ids)).slice(0, 5)).toEqual([noOne, noOne, noOne, noOne, noOne])
  await testShop.db
    .update(users)
    .set({ emailVerified: false })
    .where(sql`id = ${id}`)
  await store.adoptGuestOrders(testShop.db, id)
  expect((await ownersOf(...ids)).slice(0, 2)).toEqual([noOne, noOne])
  await testShop.db.execute(sql`
    update users set email_verified = true, erase_at = now() where id = ${id}`)
  await store.adoptGuestOrders(testShop.db, id)
  expect((await ownersOf(...ids)).slice(0, 2)).toEqual([noOne, noOne])
  await testShop.db.execute(sql`update users set erase_at = null where id = ${id}`)
  await store.adoptGuestOrders(testShop.db, id)
  const adopted = { owner: id, thanked: true }
  expect(await ownersOf(...ids)).toEqual([
    adopted,
    adopted,
    noOne,
    noOne,
    noOne,
    { owner: other.id, thanked: false },
  ])
})

test('a second address adopts while its account is there', async () => {
  const { id } = await aMember(testShop.db)
  const email = `second-${id}@example.com`
  await testShop.db.insert(userEmails).values({ userId: id, email })
  const order = await anOrder({ email })
  const erase = (at: Date | null) =>
    testShop.db
      .update(users)
      .set({ eraseAt: at })
      .where(sql`id = ${id}`)
  await erase(new Date())
  await store.adoptGuestOrders(testShop.db, id)
  expect(await ownersOf(order)).toEqual([noOne])
  await erase(null)
  await store.adoptGuestOrders(testShop.db, id)
  expect(await ownersOf(order)).toEqual([{ owner: id, thanked: true }])
})

test('an adopted order dates the last purchase, unless a later one does', async () => {
  const [earlier, later] = [await aMember(testShop.db), await aMember(testShop.db)]
  const tomorrow = new Date(Date.now() + 86_400_000)
  await testShop.db
    .update(users)
    .set({ lastOrderAt: tomorrow })
    .where(sql`id = ${later.id}`)
  for (const { id, email } of [earlier, later]) {
    await anOrder({ email, hoursAgo: 3 })
    await anOrder({ email, hoursAgo: 5 })
    await store.adoptGuestOrders(testShop.db, id)
  }
  const lastOf = async ({ id }: { id: string }) => {
    const { rows } = await testShop.db.execute<{ at: string }>(sql`
      select last_order_at as at from users where id = ${id}`)
    return new Date(rows[0]!.at).getTime()
  }
  expect(Math.round((Date.now() - (await lastOf(earlier))) / 3_600_000)).toBe(3)
  expect(await lastOf(later)).toBe(tomorrow.getTime())
})

test('the job adopts what is between an hour and a week old', async () => {
  const { id, email } = await aMember(testShop.db)
  const ids = [
    await anOrder({ email, hoursAgo: 0 }),
    await anOrder({ email, hoursAgo: 1 }),
    await anOrder({ email, hoursAgo: 24 * 7 - 1 }),
    await anOrder({ email, hoursAgo: 24 * 7 + 1 }),
  ]
  await adoptGuestOrders(testShop.services)
  expect((await ownersOf(...ids)).map(({ owner }) => owner)).toEqual([null, id, id, null])
})
