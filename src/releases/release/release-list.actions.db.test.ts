import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { adminReleasesCopy as copy } from './admin-releases.copy.ts'
import { releaseList } from './release-list.store.server.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  await aRelease(testShop.db, { name: 'A draft', state: 'draft' })
  await aRelease(testShop.db, { name: 'To open', opensAt: minutes(30) })
  await aRelease(testShop.db, { name: 'Open' })
  await aRelease(testShop.db, { name: 'Paused', state: 'paused' })
  await aRelease(testShop.db, { name: 'Over', closesAt: minutes(-1) })
  await aRelease(testShop.db, { name: 'Paused, over', state: 'paused', closesAt: minutes(-1) })
  await aRelease(testShop.db, { name: 'Ended', state: 'ended' })
})
afterAll(() => testShop.close())

describe('the state filter of the releases list', () => {
  const expected: Record<keyof typeof copy.states, readonly string[]> = {
    draft: ['A draft'],
    scheduled: ['To open'],
    open: ['Open'],
    paused: ['Paused'],
    ended: ['Ended', 'Over', 'Paused, over'],
  }

  test.each(Object.entries(expected))('%s lists what the column calls so', async (state, names) => {
    const query = readListQuery(releaseList.shape, new URLSearchParams({ state }))
    const rows = await releaseList.rows(testShop.db, query)
    expect(rows.map(({ name }) => name).sort()).toEqual(names)
    const shown = copy.states[state as keyof typeof copy.states]
    expect(rows.map(({ phase }) => copy.phases[phase])).toEqual(names.map(() => shown))
  })
})

test('a release counts what it sold itself, and what is promised and free of its own wines alone', async () => {
  const { db } = testShop
  const [earlier, rest] = [
    await aRelease(db, { name: 'Harvest', state: 'ended' }),
    await aRelease(db, { name: 'Harvest: the rest', kind: 'open' }),
  ]
  // Its wine was chosen for the other one.
  const ofRelease = ({ release }: typeof rest) => eq(releaseWines.releaseId, release.id)
  await db.update(releaseWines).set({ isCurrent: false }).where(ofRelease(earlier))
  await db.update(releaseWines).set({ productId: earlier.wine }).where(ofRelease(rest))
  const counts = { stock: 100, sold: 5, held: 1, promised: 2 }
  await db.update(products).set(counts).where(eq(products.id, earlier.wine))
  for (const [made, quantity] of [
    [earlier, 4],
    [rest, 1],
  ] as const) {
    const buyer = await aMember(db)
    const order = await seedOrder(db, { ...buyer, firstName: 'Ana', lastName: 'Ruiz' }, 0)
    const line = { productId: earlier.wine, releaseId: made.release.id, quantity }
    await db.update(orderLines).set(line).where(eq(orderLines.orderId, order))
  }
  const query = readListQuery(releaseList.shape, new URLSearchParams({ q: 'harvest' }))
  const rows = await releaseList.rows(db, query)
  const countsOf = rows.map(({ name, sold, promised, free }) => [name, sold, promised, free])
  expect(countsOf.toSorted()).toEqual([
    ['Harvest', 4, 0, 0],
    ['Harvest: the rest', 1, 2, 92],
  ])
})
