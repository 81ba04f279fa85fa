import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#platform/database/connection.server.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { allocations, releases } from './tables.ts'
import { releaseOfBuyer } from './wine-release.store.server.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A release with a buyer of three cases, beside whom another has five. */
async function released(wish: Parameters<typeof aRelease>[1] = {}) {
  const made = await aRelease(db, wish)
  const [{ id: buyer }, other] = [await aMember(db), await aMember(db)]
  await allocate(db, made, other, 5)
  const allocation = await allocate(db, made, { id: buyer }, 3)
  const seen = async () => (await releaseOfBuyer(db, buyer, made.wine))!
  const becomes = (change: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(change).where(eq(releases.id, made.release.id))
  const has = (change: Partial<typeof allocations.$inferInsert>) =>
    db.update(allocations).set(change).where(eq(allocations.id, allocation))
  return { made, buyer, seen, becomes, has }
}

test('a buyer sees their own allocation alone, as far as it is bought, held and promised', async () => {
  const { made, seen, has } = await released()
  expect((await seen()).own).toMatchObject({
    ...{ units: 3, bought: 0, held: 0, left: 3, kept: 3, unkept: 0, opensAt: null },
    ...{ isUnseen: true, takesMore: false, askedMore: 0 },
  })
  await has({ bought: 1, held: 1, visitedAt: new Date() })
  expect((await seen()).own).toMatchObject({
    ...{ units: 3, bought: 1, held: 1, left: 1, kept: 1, unkept: 0, isUnseen: false },
  })
  await has({ isPromised: false })
  expect((await seen()).own).toMatchObject({ kept: 0, unkept: 1, keptUntil: null })
  const stranger = (await aMember(db)).id
  expect(await releaseOfBuyer(db, stranger, made.wine)).toMatchObject({ phase: 'open', own: null })
  expect(await releaseOfBuyer(db, stranger, 'malbec-2022')).toBeNull()
})

test('a wave opens with the later of its own hour and that of the release', async () => {
  const [wave, opens] = [inMinutes(20), inMinutes(40)]
  const early = await released({ waves: [20] })
  expect((await early.seen()).own).toMatchObject({ kept: 0, left: 3 })
  const later = (await early.seen()).own!.opensAt!
  expect(Math.abs(new Date(later).getTime() - wave.getTime())).toBeLessThan(5_000)
  await early.becomes({ opensAt: opens })
  const latest = (await early.seen()).own!.opensAt!
  expect(new Date(latest)).toEqual(opens)
  await early.becomes({ opensAt: inMinutes(-30) })
  await db.execute(sql`
    update release_waves set opens_at = now() - interval '1 second'
    where release_id = ${early.made.release.id}`)
  expect((await early.seen()).own).toMatchObject({ kept: 3, opensAt: null })
})

test('each state of a release has its phase and what of an allocation can be bought', async () => {
  const { seen, becomes } = await released()
  const own = async () => {
    const { phase, own: mine } = await seen()
    return [phase, mine!.kept, mine!.left]
  }
  expect(await own()).toEqual(['open', 3, 3])
  await becomes({ state: 'paused' })
  expect(await own()).toEqual(['paused', 0, 3])
  await becomes({ state: 'scheduled', closesAt: inMinutes(-1) })
  expect(await own()).toEqual(['closed', 0, 0])
  await becomes({ state: 'ended', closesAt: inMinutes(60) })
  expect(await own()).toEqual(['closed', 0, 0])
})

test('a promise lasts until the end that its release names, else until the release closes', async () => {
  const { seen, becomes, has } = await released()
  const until = async () => new Date((await seen()).own!.keptUntil!)
  const [closes, release] = [inMinutes(60), inMinutes(50)]
  await becomes({ closesAt: closes })
  expect(await until()).toEqual(closes)
  await becomes({ promiseUntil: release })
  expect(await until()).toEqual(release)
  await has({ bought: 3 })
  expect((await seen()).own!.keptUntil).toBeNull()
})
