import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import {
  automaticGrantsSince,
  endGrants,
  insertGrants,
  keptGrantsOf,
  takeExpiringGrants,
} from './grants/grants.store.server.ts'
import {
  changeRequest,
  moveRequests,
  positionOf,
  textOfOpenRequest,
} from './requests.store.server.ts'
import { removeAnswer, saveAnswer, savedAnswersNow } from './saved-answers.store.server.ts'
import { requestAnswers, requests } from './tables.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>['db']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

test('ten answers are kept by their names; none takes the place of another, and an eleventh is refused', async () => {
  for (let at = 9; at >= 0; at--) {
    expect(await saveAnswer(db, { name: `Answer ${at}`, text: 'Not this year.' })).toBe(true)
  }
  expect(await saveAnswer(db, { name: 'Another', text: 'Next year.' })).toBe(false)
  expect(await saveAnswer(db, { name: 'Answer 0', text: 'Next year.' })).toBe(false)
  expect(await saveAnswer(db, { name: 'Answer 0', text: 'Not this year.' })).toBe(true)
  const kept = await savedAnswersNow(db)
  expect(kept).toHaveLength(10)
  expect(kept.slice(0, 2)).toMatchObject([
    { name: 'Answer 0', text: 'Not this year.' },
    { name: 'Answer 1', text: 'Not this year.' },
  ])
  expect(await removeAnswer(db, kept[1]!.id)).toBe('Answer 1')
  expect(await removeAnswer(db, kept[1]!.id)).toBe(null)
  expect(await saveAnswer(db, { name: 'Another', text: 'Next year.' })).toBe(true)
})

const wine = 'malbec-2022'
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

/** A request for two cases of a wine. */
async function asked(more: Partial<typeof requests.$inferInsert> = {}) {
  const userId = more.userId ?? (await aMember(db)).id
  const [made] = await db
    .insert(requests)
    .values({ kind: 'wine', productId: wine, units: 2, ...more, userId })
    .returning()
  return made!
}

type Grant = Partial<typeof allocations.$inferInsert>

/** A granted request with its answer and its cases. */
async function granted(grant: Grant = {}, hoursOfGrant = 72) {
  const request = await asked({ state: 'granted' })
  const promiseUntil = grant.promiseUntil ?? hours(20)
  const now = new Date()
  await db.insert(requestAnswers).values({
    ...{ requestId: request.id, byEmail: 'staff@x.org', verdict: 'granted', at: now },
    until: new Date(now.getTime() + hoursOfGrant * 3_600_000),
  })
  await db.insert(allocations).values({
    ...{ productId: wine, userId: request.userId, units: 2, origin: 'grant' },
    ...{ requestId: request.id, promiseUntil, ...grant },
  })
  return request
}

const stateOf = async ({ id }: { id: string }) =>
  (await db.select().from(requests).where(eq(requests.id, id)))[0]!.state

test('cases are granted of those that are neither held, sold nor promised, all or none', async () => {
  const set = (to: Partial<typeof products.$inferInsert>) =>
    db.update(products).set(to).where(eq(products.id, wine))
  await set({ stock: 10, held: 1, sold: 2, promised: 3 })
  const [one, other] = [await asked(), await asked()]
  const grant = (units: number) =>
    insertGrants(
      db,
      wine,
      [
        { requestId: one.id, userId: one.userId, units },
        { requestId: other.id, userId: other.userId, units: 2 },
      ],
      { until: hours(72), by: 'staff@x.org' },
    )
  const promised = async () =>
    (await db.select().from(products).orderBy(products.id)).map((each) => each.promised)
  const before = await promised()
  expect(await grant(3)).toBeNull()
  expect(await promised()).toEqual(before)
  expect([...(await grant(2))!.keys()].toSorted()).toEqual([one.id, other.id].toSorted())
  expect(await promised()).toEqual(before.map((count) => (count === 3 ? 7 : count)))
  const kept = await keptGrantsOf(db, one.userId)
  expect([...kept].map(([id, { units }]) => [id, units])).toEqual([[one.id, 2]])
  await set({ stock: null, held: 0, sold: 0, promised: 0 })
  expect(await grant(1)).toBeNull()
})

test('a grant is kept until it is bought or has lapsed, and closed then unless a page is open', async () => {
  await db.delete(allocations)
  await db.update(requests).set({ state: 'withdrawn' })
  const made = {
    open: await granted(),
    partly: await granted({ bought: 1 }),
    bought: await granted({ bought: 2 }),
    lapsed: await granted({ promiseUntil: hours(-1) }),
    'partly and lapsed': await granted({ promiseUntil: hours(-1), bought: 1 }),
    'at the page': await granted({ promiseUntil: hours(-1), held: 1 }),
  }
  const kept = async (request: { userId: string }) =>
    [...(await keptGrantsOf(db, request.userId)).values()].map(({ units }) => units)
  expect(await kept(made.open)).toEqual([2])
  expect(await kept(made.partly)).toEqual([1])
  for (const name of ['bought', 'lapsed'] as const) expect(await kept(made[name])).toEqual([])
  expect(await endGrants(db)).toEqual(new Map([[wine, 3]]))
  const states = Object.entries(made).map(async ([name, one]) => `${name}: ${await stateOf(one)}`)
  expect(await Promise.all(states)).toEqual([
    'open: granted',
    'partly: granted',
    'bought: taken',
    'lapsed: lapsed',
    'partly and lapsed: taken',
    'at the page: granted',
  ])
  expect(await endGrants(db)).toEqual(new Map())
})

test('a customer is reminded once of a grant that ends within a day and was not a short one', async () => {
  await db.delete(allocations)
  await db.update(requests).set({ state: 'withdrawn' })
  const due = await granted({ bought: 1 })
  await granted({ promiseUntil: hours(25) })
  await granted({ promiseUntil: hours(-1) })
  await granted({ bought: 2 })
  await granted({}, 47)
  await db
    .update(requests)
    .set({ state: 'taken' })
    .where(eq(requests.id, (await granted()).id))
  const reminded = async () =>
    (await takeExpiringGrants(db, { before: 24, leastGrant: 48 })).map((grant) => [
      grant.requestId,
      grant.units,
    ])
  expect(await reminded()).toEqual([[due.id, 1]])
  expect(await reminded()).toEqual([])
})

test('grants without one of the staff are counted since a time', async () => {
  const { id: requestId } = await asked({ state: 'granted' })
  const answer = { requestId, verdict: 'granted', at: hours(-1) } as const
  await db
    .insert(requestAnswers)
    .values([
      answer,
      { ...answer, at: hours(-3) },
      { ...answer, byEmail: 'staff@x.org' },
      { ...answer, verdict: 'closed' },
    ])
  expect(await automaticGrantsSince(db, hours(-2))).toBe(1)
})

test('an open request is changed by its person as they saw it; more cases go to the end of the line', async () => {
  await db.update(requests).set({ state: 'withdrawn' })
  const first = await asked({ queuedAt: hours(-2), text: 'first' })
  const second = await asked({ kind: 'more', queuedAt: hours(-1) })
  await asked({ productId: null, kind: 'club' })
  expect(await positionOf(db, first)).toEqual({ place: 1, of: 2 })
  const withoutQueue = await asked({ productId: null, kind: 'subscription', text: 'leave' })
  expect(await positionOf(db, withoutQueue)).toBeNull()
  const change = (units: number, more: Partial<typeof first> = {}) =>
    changeRequest(db, { ...first, ...more }, { units, text: 'changed' })
  expect(await change(1, { userId: second.userId })).toBe(false)
  expect(await change(1, { version: 2 })).toBe(false)
  expect(await change(1, { number: 1 })).toBe(false)
  expect(await textOfOpenRequest(db, first.userId, 'wine')).toBe('first')
  expect(await textOfOpenRequest(db, first.userId, 'club')).toBeNull()
  expect(await change(2)).toBe(true)
  expect(await positionOf(db, first)).toEqual({ place: 1, of: 2 })
  expect(await textOfOpenRequest(db, second.userId, 'more')).toBe('')
  expect(await change(3, { version: 2 })).toBe(true)
  expect(await positionOf(db, first)).toEqual({ place: 2, of: 2 })
  expect((await moveRequests(db, [first.id], 'granted')).map(({ id }) => id)).toEqual([first.id])
  expect(await moveRequests(db, [first.id], 'declined')).toEqual([])
  expect(await change(1, { version: 4 })).toBe(false)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['granted', 'open'])
  await db.execute(sql`delete from requests`)
})
