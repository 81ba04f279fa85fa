import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { allocations, releases, releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { releaseFigures } from '../figures.server.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const noticesOf = async (name: string) => {
  const rows = await testShop.db
    .select({ props: mails.props })
    .from(mails)
    .where(sql`kind = 'release-notice' and props->>'name' = ${name}`)
  return rows.map(({ props }) => (props as { event: string }).event).toSorted()
}

test('the business is told once that a release opened, sold out and ended', async () => {
  const { db, shop } = testShop
  const made = await aRelease(db, {
    name: 'Once',
    kind: 'open',
    stock: 2,
    opensAt: new Date(Date.now() + 600_000),
  })
  await shop.processReleases()
  expect(await noticesOf('Once')).toEqual([])
  await db
    .update(releases)
    .set({ opensAt: new Date(Date.now() - 1_000) })
    .where(eq(releases.id, made.release.id))
  await Promise.all([shop.processReleases(), shop.processReleases(), shop.processReleases()])
  expect(await noticesOf('Once')).toEqual(['opened'])
  await db.update(products).set({ sold: 2 }).where(eq(products.id, made.wine))
  await shop.processReleases()
  await shop.processReleases()
  expect(await noticesOf('Once')).toEqual(['opened', 'sold-out'])
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, made.release.id))
  await shop.processReleases()
  await shop.processReleases()
  expect(await noticesOf('Once')).toEqual(['ended', 'opened', 'sold-out'])
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, made.release.id))
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    'release-ended',
    'release-opened',
    'release-sold-out',
  ])
  await db.update(products).set({ sold: 0 }).where(eq(products.id, made.wine))
})

test('a release is sold out once each of its wines is sold, and none before it opens', async () => {
  const { db, shop } = testShop
  const opensAt = new Date(Date.now() + 600_000)
  const wish = { name: 'Both', kind: 'open', stock: 2, opensAt, state: 'draft' } as const
  const made = await aRelease(db, wish)
  const [first] = await db.select().from(products).where(eq(products.id, made.wine))
  const second = { ...first!, id: `${made.wine}-2`, subtitle: '1 bottle (1500ml)', stock: 3 }
  await db.insert(products).values(second)
  await db.insert(releaseWines).values({
    ...{ releaseId: made.release.id, productId: second.id, position: 0 },
  })
  const wine = (id: string, change: Partial<typeof products.$inferInsert>) =>
    db.update(products).set(change).where(eq(products.id, id))
  const release = (change: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(change).where(eq(releases.id, made.release.id))
  const told = async () => {
    await shop.processReleases()
    return noticesOf('Both')
  }
  await wine(made.wine, { sold: 2 })
  await wine(second.id, { sold: 3 })
  expect(await told()).toEqual([])
  await release({ state: 'scheduled' })
  expect(await told()).toEqual([])
  await wine(second.id, { sold: 3, stock: null })
  await release({ opensAt: new Date(Date.now() - 1_000) })
  expect(await told()).toEqual(['opened'])
  // In payment it is not sold yet.
  await wine(second.id, { sold: 2, stock: 3, held: 1 })
  expect(await told()).toEqual(['opened'])
  await wine(second.id, { sold: 3, held: 0 })
  expect(await told()).toEqual(['opened', 'sold-out'])
  const [notice] = await db
    .select()
    .from(mails)
    .where(sql`props->>'name' = 'Both' and props->>'event' = 'sold-out'`)
  expect(notice).toMatchObject({
    recipient: testShop.services.settings.businessEmail,
    props: {
      wines: [
        { title: '2023 Malbec, 1 bottle (1500ml)', sold: 3, stock: 3 },
        { title: '2023 Malbec, 3-pack of 750ml', sold: 2, stock: 2 },
      ],
    },
  })
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, made.release.id))
  expect(logged.find(({ action }) => action === 'release-sold-out')?.after).toEqual({
    sold: { '2023 Malbec, 1 bottle (1500ml)': 3, '2023 Malbec, 3-pack of 750ml': 2 },
  })
  await release({ state: 'ended' })
  for (const id of [made.wine, second.id]) await wine(id, { sold: 0 })
})

test('a release has not sold out by what another one sells of its wine', async () => {
  const { db, shop } = testShop
  const made = await aRelease(db, { name: 'Earlier', kind: 'open', stock: 2, state: 'ended' })
  const moved = eq(releaseWines.releaseId, made.release.id)
  await db.update(releaseWines).set({ isCurrent: false }).where(moved)
  const rest = await aRelease(db, { name: 'Earlier: the rest', kind: 'open' })
  const ofRest = eq(releaseWines.releaseId, rest.release.id)
  await db.update(releaseWines).set({ productId: made.wine }).where(ofRest)
  await db.update(products).set({ sold: 2 }).where(eq(products.id, made.wine))
  await shop.processReleases()
  expect(await noticesOf('Earlier')).toEqual(['ended'])
  expect(await noticesOf('Earlier: the rest')).toEqual(['opened', 'sold-out'])
  await db.update(products).set({ sold: 0 }).where(eq(products.id, made.wine))
})

test('promises that are over are freed and written to the log', async () => {
  const { db, shop } = testShop
  const made = await aRelease(db, { name: 'Over', promiseUntil: new Date(Date.now() - 1_000) })
  const member = await aMember(db)
  await allocate(db, made, member, 5)
  await Promise.all([shop.processReleases(), shop.processReleases()])
  const [wine] = await db.select().from(products).where(eq(products.id, made.wine))
  expect(wine!.promised).toBe(0)
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, 'promises-ended'))
  const mine = logged.filter(({ subjectId }) => subjectId === made.release.id)
  expect(mine.map(({ after }) => after)).toEqual([{ units: { '2023 Malbec, 3-pack of 750ml': 5 } }])
})

test('a grant keeps its own end, whatever that of its release is', async () => {
  const { db, shop } = testShop
  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)]
  const made = await aRelease(db, { name: 'Granted', promiseUntil: past })
  const [running, over] = [
    await allocate(db, made, await aMember(db), 2),
    await allocate(db, made, await aMember(db), 3),
  ]
  const grant = (id: string, promiseUntil: Date) =>
    db
      .update(allocations)
      .set({ origin: 'grant', waveId: null, promiseUntil })
      .where(eq(allocations.id, id))
  await grant(running, future)
  await grant(over, past)
  await shop.processReleases()
  const promised = async () =>
    (await db.select().from(products).where(eq(products.id, made.wine)))[0]!.promised
  expect(await promised()).toBe(2)
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, made.release.id))
  await shop.processReleases()
  expect(await promised()).toBe(2)
  await grant(running, past)
  await shop.processReleases()
  expect(await promised()).toBe(0)
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
})

test('the metrics count promises and alarm where a counter is not its sum', async () => {
  const { db } = testShop
  const read = () => releaseFigures.read(db)
  const before = await read()
  expect(before.differing).toEqual({ promised: 0, held: 0 })
  const over = new Date(Date.now() - 600_000)
  const made = await aRelease(db, { name: 'Counted', promiseUntil: over })
  await allocate(db, made, await aMember(db), 5)
  const { running, overdue } = before.promisedUnits
  expect(await read()).toMatchObject({
    releases: { open: before.releases.open + 1 },
    promisedUnits: { running: running + 5, overdue: overdue + 5 },
    differing: { promised: 0, held: 0 },
  })
  await db.update(products).set({ promised: 4 }).where(eq(products.id, made.wine))
  expect((await read()).differing).toEqual({ promised: 1, held: 0 })
  await db.update(allocations).set({ held: 1 }).where(eq(allocations.productId, made.wine))
  expect((await read()).differing).toEqual({ promised: 0, held: 1 })
  await db
    .update(allocations)
    .set({ held: 0, bought: 2 })
    .where(eq(allocations.productId, made.wine))
  const boughtIn = async (state: 'scheduled' | 'paused' | 'ended') => {
    await db.update(releases).set({ state }).where(eq(releases.id, made.release.id))
    return (await read()).boughtUnits - before.boughtUnits
  }
  expect(await boughtIn('paused')).toBe(2)
  expect(await boughtIn('ended')).toBe(0)
  expect(await boughtIn('scheduled')).toBe(2)
  await db.update(allocations).set({ bought: 0 }).where(eq(allocations.productId, made.wine))
  await db.update(products).set({ promised: 5 }).where(eq(products.id, made.wine))
  await testShop.shop.processReleases()
  expect(await read()).toMatchObject({
    promisesEnded: before.promisesEnded + 1,
    promisedUnits: { running, overdue },
    differing: { promised: 0, held: 0 },
  })
})
