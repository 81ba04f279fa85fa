import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { moveAllocations, returnAllocations } from './merge-allocations.store.server.ts'
import { startPromises } from './promises.store.server.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

type Row = Partial<typeof allocations.$inferInsert>

/** A person’s allocation of the wine of a release. */
async function allocated(made: Awaited<ReturnType<typeof aRelease>>, userId: string, row: Row) {
  const own = {
    releaseId: made.release.id,
    productId: made.wine,
    userId,
    origin: 'manual' as const,
  }
  const [{ id } = { id: '' }] = await db
    .insert(allocations)
    .values({ ...own, units: 1, ...row })
    .returning({ id: allocations.id })
  return id
}

/** A served order of so many units under an allocation; returns its checkout. */
async function bought(allocationId: string, units: number, userId: string) {
  const amounts = { subtotalCents: 1, shippingCents: 0, taxCents: 0, totalCents: 1 }
  const [checkout] = await db
    .insert(checkouts)
    .values({
      ...{ userId, channel: 'cart', state: 'paid', fingerprint: '', ...amounts },
      expiresAt: new Date(),
    })
    .returning()
  const checkoutId = checkout!.id
  await db
    .insert(orders)
    .values({ userId, checkoutId, channel: 'cart', email: 'a@b.example', name: 'A', ...amounts })
  await db.insert(checkoutAllocations).values({ checkoutId, allocationId, units })
  return checkoutId
}

const rowOf = async (id: string) => {
  const [row] = await db.select().from(allocations).where(eq(allocations.id, id))
  const { userId, units, held, bought: sold, isPromised } = row!
  return [userId, units, held, sold, isPromised]
}
const promisedOf = async (wine: string) =>
  (await db.select().from(products).where(eq(products.id, wine)))[0]!.promised

/**
 * Two people with an allocation of one wine each, 4 and 3 units, and one who has nothing to do with them. Of the
 * first one a unit is bought and one held, of the second one is bought; the other 2 and 2 are promised.
 */
async function twoPeople(stock = 100) {
  const [into, from, other] = [
    (await aMember(db)).id,
    (await aMember(db)).id,
    (await aMember(db)).id,
  ]
  const made = await aRelease(db, { stock })
  const kept = await allocated(made, into, { units: 4, held: 1, bought: 1, isPromised: true })
  const joined = await allocated(made, from, { units: 3, bought: 1, isPromised: true })
  const others = await allocated(made, other, { units: 5, isPromised: true })
  await db.update(products).set({ held: 1, sold: 2, promised: 9 }).where(eq(products.id, made.wine))
  const theirs = await bought(joined, 1, from)
  await bought(kept, 1, into)
  return { into, from, other, made, kept, joined, others, theirs }
}

test('two allocations come to no more than one may have', async () => {
  const [into, from] = [(await aMember(db)).id, (await aMember(db)).id]
  const made = await aRelease(db)
  const kept = await allocated(made, into, { units: 60 })
  await allocated(made, from, { units: 50 })
  await db.transaction((tx) => moveAllocations(tx, { from, into }, { sum: true }))
  expect(await rowOf(kept)).toEqual([into, 99, 0, 0, false])
})

test.each([
  { sum: false, units: 4, promised: 5 + 1 },
  { sum: true, units: 7, promised: 5 + 4 },
])('two allocations of a wine become one: $units units where sum is $sum', async (how) => {
  const { into, from, other, made, kept, joined, others, theirs } = await twoPeople()
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: how.sum }))
  expect(moved).toEqual({
    allocations: [],
    joined: [
      {
        into: { id: kept, units: 4, isPromised: true },
        from: { id: joined, units: 3, isPromised: true },
      },
    ],
  })
  expect(await rowOf(kept)).toEqual([into, how.units, 1, 2, true])
  expect(await rowOf(joined)).toEqual([from, 0, 0, 0, false])
  expect(await rowOf(others)).toEqual([other, 5, 0, 0, true])
  expect(await promisedOf(made.wine)).toBe(how.promised)
  const drawn = await db
    .select()
    .from(checkoutAllocations)
    .where(eq(checkoutAllocations.checkoutId, theirs))
  expect(drawn).toMatchObject([{ allocationId: kept, units: 1 }])

  // Undone, each has its units, purchases and promise again.
  const undo = { ...moved, checkouts: [theirs] } as never
  await db.transaction((tx) => returnAllocations(tx, pair, undo))
  expect(await rowOf(kept)).toEqual([into, 4, 1, 1, true])
  expect(await rowOf(joined)).toEqual([from, 3, 0, 1, true])
  expect(await rowOf(others)).toEqual([other, 5, 0, 0, true])
  expect(await promisedOf(made.wine)).toBe(9)
})

test.each([
  { stock: 9, stays: 3, goes: 1, promised: 6 },
  { stock: 10, stays: 4, goes: 1, promised: 7 },
  { stock: 11, stays: 4, goes: 2, promised: 8 },
])('an undo gives back what $stock cases allow, to the one who stays first', async (how) => {
  const { into, from, made, kept, joined, theirs } = await twoPeople()
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: false }))
  await db.update(products).set({ stock: how.stock }).where(eq(products.id, made.wine))
  await db.transaction((tx) =>
    returnAllocations(tx, pair, { ...moved, checkouts: [theirs] } as never),
  )
  expect(await rowOf(kept)).toEqual([into, how.stays, 1, 1, true])
  expect(await rowOf(joined)).toEqual([from, how.goes, 0, 1, true])
  expect(await promisedOf(made.wine)).toBe(how.promised)
})

test('what was joined in a draft and promised since is promised to each of the two again', async () => {
  const [into, from] = [(await aMember(db)).id, (await aMember(db)).id]
  const made = await aRelease(db, { state: 'draft' })
  const kept = await allocated(made, into, { units: 4 })
  const joined = await allocated(made, from, { units: 3 })
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: true }))
  await startPromises(db, made.release.id)
  expect(await promisedOf(made.wine)).toBe(7)
  await db.transaction((tx) => returnAllocations(tx, pair, { ...moved, checkouts: [] } as never))
  expect(await rowOf(kept)).toEqual([into, 4, 0, 0, true])
  expect(await rowOf(joined)).toEqual([from, 3, 0, 0, true])
  expect(await promisedOf(made.wine)).toBe(7)
})

test('what the account that stays bought since the merge stays its own', async () => {
  const { into, from, made, kept, joined, theirs } = await twoPeople()
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: true }))
  await bought(kept, 2, into)
  await db.execute(sql`update allocations set bought = bought + 2 where id = ${kept}`)
  await db.execute(sql`
    update products set sold = sold + 2, promised = promised - 2 where id = ${made.wine}`)
  await db.transaction((tx) =>
    returnAllocations(tx, pair, { ...moved, checkouts: [theirs] } as never),
  )
  expect(await rowOf(kept)).toEqual([into, 4, 1, 3, true])
  expect(await rowOf(joined)).toEqual([from, 3, 0, 1, true])
  expect(await promisedOf(made.wine)).toBe(7)
})

test('what has no twin moves and comes back: another release, a grant; never what is another’s', async () => {
  const { into, from, other, made, kept } = await twoPeople()
  const second = await aRelease(db, { promise: 'cap' })
  const alone = await allocated(second, from, { units: 2 })
  const hers = await allocated(second, other, { units: 2 })
  const onward = await allocated(await aRelease(db, { promise: 'cap' }), from, { units: 2 })
  const grant = await allocated(made, from, {
    ...{ origin: 'grant', units: 1, promiseUntil: new Date(Date.now() + 60_000) },
  })
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: false }))
  expect(moved.allocations.toSorted()).toEqual([alone, grant, onward].toSorted())
  expect(moved.joined.map((one) => one.into.id)).toEqual([kept])
  expect((await rowOf(alone))[0]).toBe(into)
  // What the account that stays got since is its own.
  const third = await aRelease(db, { promise: 'cap' })
  const since = await allocated(third, into, { units: 2 })
  // What went on to another account stays there.
  await db.update(allocations).set({ userId: other }).where(eq(allocations.id, onward))
  await db.transaction((tx) => returnAllocations(tx, pair, { ...moved, checkouts: [] } as never))
  expect(
    (await Promise.all([alone, grant, since, hers, onward].map(rowOf))).map(([user]) => user),
  ).toEqual([from, from, into, other, other])
})

test('a joined allocation that was deleted or taken since stays as it is', async () => {
  const { into, from, kept, joined, made } = await twoPeople()
  const pair = { from, into }
  const moved = await db.transaction((tx) => moveAllocations(tx, pair, { sum: false }))
  await db.execute(sql`delete from allocations where id = ${joined}`)
  const before = [await rowOf(kept), await promisedOf(made.wine)]
  await db.transaction((tx) => returnAllocations(tx, pair, { ...moved, checkouts: [] } as never))
  expect([await rowOf(kept), await promisedOf(made.wine)]).toEqual(before)
})
