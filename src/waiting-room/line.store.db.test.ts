import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { arrive, enter, takeOver } from './entry.store.server.ts'
import { openLine, winesLeft } from './line.store.server.ts'
import { moveLine } from './move-line.store.server.ts'
import { addPresent, countTogether } from './places.store.server.ts'
import { waitingLine, waitingPlaces } from './tables.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  await db.delete(waitingPlaces)
  await db.delete(waitingLine)
})

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const inside = { enteredAt: inSeconds(-60), until: inSeconds(60) }

const open = (capacity: number) =>
  db.transaction((tx) => openLine(tx, { why: 'staff', capacity, fixedCapacity: capacity }))

test.each([
  [2, 0, 1, 'in'],
  [3, 1, 1, 'in'],
  [2, 1, 1, 'waits'],
  [2, 2, 0, 'waits'],
  [2, 0, 2, 'waits'],
] as const)(
  'a late turn in a line that takes %i, of whom %i are in and %i have a turn: %s',
  async (capacity, are, have, entry) => {
    await open(capacity)
    const others = Array.from({ length: are + have }, (_, at) => ({
      ...{ key: `n:other:${at}`, ticket: at + 2, place: at + 2, turnAt: inSeconds(-10) },
      ...(at < are && inside),
    }))
    const late = { key: 'n:late:1', ticket: 1, place: 1, turnAt: inSeconds(-60) }
    await db.insert(waitingPlaces).values([late, ...others])
    expect(await enter(db, 1, 'a browser')).toBe(entry)
  },
)

test.each([
  ['the browser that is in', 'in', 'ana', 60],
  ['the browser that was in and left', 'used', 'ana', -1],
  ['another browser', 'used', 'ben', 60],
] as const)('a ticket that has let one in, for %s: %s', async (_who, entry, browser, left) => {
  await open(10)
  await db.insert(waitingPlaces).values({
    ...{ key: 'n:ana:1', ticket: 1, place: 1, turnAt: inSeconds(-600), enteredBy: 'ana' },
    ...{ enteredAt: inSeconds(-590), until: inSeconds(left) },
  })
  expect(await enter(db, 1, browser)).toBe(entry)
})

test('an admission is taken over by its ticket, or without one by its browser, for one account', async () => {
  await db.insert(waitingPlaces).values([
    { key: 'b:ana', ...inside },
    { key: 'n:ben:1', ticket: 5, place: 5, ...inside },
    { key: 'b:gone', enteredAt: inSeconds(-60), until: inSeconds(-1) },
  ])
  const taken = (ticket: number, visitor: string, account: string) =>
    takeOver(db, { ticket, visitor, account })
  expect(await taken(0, 'ben', 'one')).toBe(false)
  expect(await taken(0, 'gone', 'one')).toBe(false)
  expect(await taken(0, 'ana', 'one')).toBe(true)
  expect(await taken(0, 'ana', 'one')).toBe(true)
  expect(await taken(0, 'ana', 'other')).toBe(false)
  expect(await taken(5, 'ana', 'other')).toBe(true)
  expect(await taken(5, 'ana', 'one')).toBe(false)
  expect(await taken(6, 'ana', 'one')).toBe(false)
})

test('who was in before is noted once, until the latest moment that a process said', async () => {
  const now = Date.now()
  const [first, later] = [now + 60_000, now + 90_000]
  await addPresent(db, new Map([['ana', first]]))
  await addPresent(
    db,
    new Map([
      ['ana', later],
      ['ben', later],
    ]),
  )
  await addPresent(db, new Map([['ben', first]]))
  const places = await db.select().from(waitingPlaces).orderBy(waitingPlaces.key)
  // What is left of it counts from when the statement begins, moments later.
  const lasts = (until: Date) => Math.round((until.getTime() - now) / 10_000) * 10
  expect(places.map(({ key, until }) => [key, lasts(until!)])).toEqual([
    ['b:ana', 90],
    ['b:ben', 90],
  ])
})

test.each([-10, 10])(
  'who is in counts as long by a process whose clock is %i minutes off',
  async (minutes) => {
    const clock = vi.spyOn(Date, 'now')
    clock.mockReturnValue(new Date().getTime() + minutes * 60_000)
    const left = async (key: string) => {
      const { rows } = await db.execute<{ left: number }>(sql`
        select round(extract(epoch from until - now()) / 10)::int * 10 as left
        from ${waitingPlaces} where key = ${key}`)
      return rows[0]?.left
    }
    const present = (browser: string) => new Map([[browser, Date.now() + 60_000]])
    try {
      expect(await countTogether(db, present('ana'))).toEqual({ shoppers: 1, fresh: 1 })
      expect(await left('b:ana')).toBe(60)
      await open(1)
      await addPresent(db, present('ben'))
      expect(await left('b:ben')).toBe(60)
      const seen = { tickets: new Map(), browsers: new Map([['ben', Date.now() + 90_000]]) }
      await moveLine(db, 'https://shop.example', seen, 'steady')
      expect(await left('b:ben')).toBe(90)
    } finally {
      clock.mockRestore()
    }
  },
)

test('the next of a network waits under its key, and who is in counts on under another', async () => {
  await open(1)
  await db.update(waitingLine).set({ issued: 1 })
  await db.insert(waitingPlaces).values({ key: 'n:net:1', ticket: 1, place: 1, ...inside })
  const next = { token: null, network: 'net', browser: 'x', slot: 1, ticket: null }
  expect(await arrive(db, [next])).toMatchObject([{ isIn: false, ticket: 2, place: 2 }])
  const places = await db.select().from(waitingPlaces).orderBy(waitingPlaces.ticket)
  expect(places.map(({ key, ticket }) => [key, ticket])).toEqual([
    ['n:net:1:1', 1],
    ['n:net:1', 2],
  ])
})

test('the line moves on once a second, and notes between how fast each process is', async () => {
  await open(1)
  await db.insert(waitingPlaces).values({ key: 'n:ana:1', ticket: 1, place: 1 })
  await db.update(waitingLine).set({ movedAt: inSeconds(60) })
  const nobody = { tickets: new Map(), browsers: new Map() }
  const move = (speed: 'slow' | 'steady') => moveLine(db, 'https://shop.example', nobody, speed)
  const noted = async () => (await db.select().from(waitingLine))[0]!
  const steady = (await move('steady'))!.now
  expect(await noted()).toMatchObject({ slowAt: null, steadyAt: steady, letIn: 0 })
  const slow = (await move('slow'))!.now
  expect(await noted()).toMatchObject({ slowAt: slow, steadyAt: steady, letIn: 0 })
  await db.update(waitingLine).set({ movedAt: inSeconds(-1), slowAt: null })
  await move('steady')
  expect(await noted()).toMatchObject({ letIn: 1 })
})

test('what is left is said of wines of releases and of those on sale by themselves, and for an offer of what is free', async () => {
  const left = async () =>
    (await winesLeft(db)).map(({ id, left: units, at }) => `${at}: ${id} ${units}`)
  await db.update(products).set({ stock: 100 })
  expect(await left()).toEqual([
    ...[
      'shop: malbec-2022 enough',
      'offering: malbec-2022 enough',
      'offer1: malbec-2021-bottle enough',
    ],
  ])
  const { wine } = await aRelease(db, { stock: 100 })
  await db
    .update(products)
    .set({ promised: 90, sold: 10, isOffered: true })
    .where(eq(products.id, wine))
  const seeded = eq(products.id, 'malbec-2022')
  await db.update(products).set({ sold: 100 }).where(seeded)
  expect(await left()).toEqual([
    ...[`shop: ${wine} few`, `offering: ${wine} none`],
    ...['shop: malbec-2022 none', 'offer1: malbec-2021-bottle enough'],
  ])
  await db.update(products).set({ releaseState: 'closed' }).where(seeded)
  await db.update(releases).set({ state: 'paused' })
  expect(await left()).toEqual(['offer1: malbec-2021-bottle enough'])
})
