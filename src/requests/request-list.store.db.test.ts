import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { userById } from '#accounts/users/users.store.server.ts'
import { refunds } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { shopSwitches } from '#platform/database/switches.tables.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { viewRequest } from './answer-requests.actions.server.ts'
import { requestFacts } from './request-facts.store.server.ts'
import { requestList } from './request-list.store.server.ts'
import type { RequestState } from './request.rules.ts'
import { requestKinds, requestStates } from './request.rules.ts'
import { requestedWinesNow } from './requested-wines.store.server.ts'
import { hasShownRequests } from './requests.store.server.ts'
import { requests } from './tables.ts'

const { testShop, wine, anOrder } = await openOrdersShop()
const { db, shop } = testShop

const rows = (params = '') =>
  requestList.rows(db, readListQuery(requestList.shape, new URLSearchParams(params)))

test('a row has the club level and the cases of 24 months, less those returned', async () => {
  const order = await anOrder(3)
  const buyer = (await userById(db, order.userId!))!
  await db
    .update(users)
    .set({ membership: true, membershipLevel: 12 })
    .where(eq(users.id, buyer.id))
  const other = (await userById(db, (await aMember(db)).id))!
  // A level that is left from a membership that ended is none.
  await db.execute(sql`update users set membership_level = 6 where id = ${other.id}`)
  await shop.requestWine(buyer, wine)
  await shop.requestWine(other, wine)
  expect(await rows()).toMatchObject([
    { asker: `${buyer.firstName} ${buyer.lastName}`, level: 12, bought: 3 },
    { asker: `${other.firstName} ${other.lastName}`, level: 0, bought: 0 },
  ])
  const levels = (await rows()).map(
    async ({ number }) => (await viewRequest(testShop.services, number))!.person.membershipLevel,
  )
  expect(await Promise.all(levels)).toEqual([12, 0])

  await db.execute(sql`update order_lines set returned = 1 where order_id = ${order.id}`)
  expect(await rows()).toMatchObject([{ bought: 2 }, { bought: 0 }])
  await db.execute(sql`update orders set created_at = now() - interval '25 months'
    where id = ${order.id}`)
  expect(await rows()).toMatchObject([{ bought: 0 }, { bought: 0 }])
})

test('the facts about a request are its person’s other ones, and refunds that were made', async () => {
  const order = await anOrder(1)
  const ask = async (userId: string, kind: 'club' | 'other') =>
    (await db.insert(requests).values({ kind, userId }).returning())[0]!
  const request = await ask(order.userId!, 'club')
  await ask(order.userId!, 'other')
  await ask((await aMember(db)).id, 'club')
  for (const state of ['requested', 'made', 'failed'] as const) {
    const refund = { orderId: order.id, requestKey: state, cause: 'staff', state } as const
    await db.insert(refunds).values({ ...refund, amountCents: 100 })
  }
  expect(await requestFacts(db, request)).toEqual({ bought: 1, refunds: 1, earlier: 1 })
})

test('requests are listed by state, kind and wine, by having been repeated, and by number or person', async () => {
  await db.delete(requests)
  const { id: userId } = await aMember(db, { firstName: 'Bruno', lastName: 'Castro' })
  const numbers: Record<string, number> = {}
  const request = async (name: string, more: Partial<typeof requests.$inferInsert> = {}) => {
    const asked = { kind: 'other', state: 'declined', userId, ...more } as const
    const [row] = await db.insert(requests).values(asked).returning()
    numbers[name] = row!.number
  }
  for (const state of requestStates) await request(state, { state })
  for (const kind of requestKinds) await request(kind, { kind })
  await request('malbec', { kind: 'wine', state: 'waiting', productId: wine })
  expect(await requestedWinesNow(db)).toEqual([])
  const [more] = await db
    .insert(requests)
    .values({ kind: 'more', userId, productId: wine })
    .returning({ id: requests.id })
  expect(await requestedWinesNow(db)).toMatchObject([{ id: wine }])
  await db.delete(requests).where(eq(requests.id, more!.id))
  // One's own are shown once staff answer them in the shop.
  expect(await hasShownRequests(db, userId)).toBe(false)
  await db.insert(shopSwitches).values({ name: 'answer-requests', isOn: true })
  expect(await hasShownRequests(db, userId)).toBe(true)
  expect(await hasShownRequests(db, (await aMember(db)).id)).toBe(false)
  const { id: other } = await aMember(db, { firstName: 'Carla', lastName: 'Doyle' })
  await request('again', { kind: 'club', state: 'open', userId: other, askedAgainAt: new Date() })
  const listed = async (params: string) => {
    const found = new Set((await rows(params)).map(({ number }) => number))
    return Object.keys(numbers).filter((name) => found.has(numbers[name]!))
  }
  const of = (state: RequestState) => listed(`state=${state}`)
  expect(await of('open')).toEqual(['open', 'again'])
  expect(await of('granted')).toEqual(['granted'])
  expect(await of('waiting')).toEqual(['waiting', 'malbec'])
  expect(await of('taken')).toEqual(['taken'])
  expect(await of('lapsed')).toEqual(['lapsed'])
  expect(await of('withdrawn')).toEqual(['withdrawn'])
  expect(await of('declined')).toEqual(['declined', ...requestKinds])
  expect(await listed('kind=wine')).toEqual(['wine', 'malbec'])
  expect(await listed('kind=more')).toEqual(['more'])
  expect(await listed('kind=club')).toEqual(['club', 'again'])
  expect(await listed(`wine=${wine}`)).toEqual(['malbec'])
  expect(await listed('again=yes')).toEqual(['again'])
  const number = numbers['taken']
  for (const typed of [`R-${number}`, `r-${number}`, `R${number}`, ` R-${number} `]) {
    expect(await listed(`q=${typed}`)).toEqual(['taken'])
  }
  expect(await listed('q=doyle')).toEqual(['again'])
})
