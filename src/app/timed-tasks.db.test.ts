import { randomUUID } from 'node:crypto'

import type { SQL } from 'drizzle-orm'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { dataRequests } from '#accounts/consent/tables.ts'
import { tasks } from '#admin/today/tables.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { campaigns } from '#campaigns/campaign/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { taskOf } from '#platform/tasks/tasks.server.ts'
import type { Request } from '#requests/requests.store.server.ts'
import { reopenRequest } from '#requests/requests.store.server.ts'
import { requestAnswers, requests } from '#requests/tables.ts'
import { putInLine } from '#requests/waiting.store.server.ts'
import { shipmentHolds } from '#shipping/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

/** Whatever the hour is, its today ends at another one than that of UTC, and not before some hours. */
const hour = new Date().getUTCHours()
const timeZone = hour >= 18 ? 'Etc/GMT-9' : hour < 6 ? 'Etc/GMT-5' : 'Etc/GMT+5'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => testShop.db.delete(tasks))

const ago = (span: string) => sql`now() - ${span}::interval`
const endOfToday = (more: string): SQL =>
  sql`((now() at time zone ${timeZone})::date + 1)::timestamp at time zone ${timeZone} + ${more}::interval`

/** Of these subjects, the names of those that are a task, with its kind. */
async function tasksAmong(subjects: Readonly<Record<string, string>>): Promise<string[]> {
  const { services, db } = testShop
  const settings = { ...services.settings, timeZone }
  await createShop({ ...services, settings }).openTimedTasks()
  const found = await db
    .select()
    .from(tasks)
    .where(inArray(tasks.subject, Object.values(subjects)))
  const nameOf = (id: string) => Object.entries(subjects).find(([, one]) => one === id)![0]
  return found.map(({ kind, subject }) => `${kind}: ${nameOf(subject)}`).toSorted()
}

test('a hold is one on the day it ends, until it ends', async () => {
  const hold = async (until: SQL | null, endedAt: SQL | null = null) => {
    const groupId = randomUUID()
    const rest = { scope: 'all', reason: 'weather', by: 'ana@kohue.example' } as const
    await testShop.db
      .insert(shipmentHolds)
      .values({ groupId, ...rest, from: ago('3 days'), until, endedAt } as never)
    return groupId
  }
  const holds = {
    'ends today': await hold(endOfToday('-1 second')),
    // As the form has it, which asks for days.
    'ends tonight': await hold(endOfToday('0 seconds')),
    'ends tomorrow': await hold(endOfToday('1 second')),
    'without an end': await hold(null),
    'is over': await hold(ago('1 minute')),
    'was ended by staff': await hold(endOfToday('-1 second'), ago('1 minute')),
  }
  expect(await tasksAmong(holds)).toEqual(['hold-ends: ends today', 'hold-ends: ends tonight'])
})

test('a campaign is one when it was not sent at its time, or is paused for a day', async () => {
  const campaign = async (columns: object) => {
    const made = { name: 'Spring', audience: everybody, sendAt: ago('2 days'), ...columns }
    const [row] = await testShop.db.insert(campaigns).values(made).returning()
    return row!.id
  }
  const all = {
    draft: await campaign({ state: 'draft', sendAt: null, updatedAt: ago('2 days') }),
    'due for a quarter of an hour': await campaign({
      state: 'scheduled',
      sendAt: ago('16 minutes'),
    }),
    'just due': await campaign({ state: 'scheduled', sendAt: ago('14 minutes') }),
    sending: await campaign({ state: 'sending', updatedAt: ago('2 days') }),
    'paused since yesterday': await campaign({ state: 'paused', updatedAt: ago('25 hours') }),
    'paused today': await campaign({ state: 'paused', updatedAt: ago('23 hours') }),
    stopped: await campaign({ state: 'stopped', updatedAt: ago('2 days') }),
  }
  expect(await tasksAmong(all)).toEqual([
    'campaign-not-begun: due for a quarter of an hour',
    'campaign-paused: paused since yesterday',
  ])
})

test('a request is one when it is open too long, and a grant on its last day', async () => {
  const { db } = testShop
  const { id: userId } = await aMember(db)
  const { wine } = await aRelease(db)
  const request = async (columns: object) => {
    const asked = { kind: 'other' as const, userId, createdAt: ago('12 days'), ...columns }
    const [row] = await db
      .insert(requests)
      .values(asked as never)
      .returning()
    return row!.id
  }
  const openedAgain = async (
    asked: object,
    open: (tx: Transaction, asked: Request) => Promise<unknown>,
  ) => {
    const customer = await aMember(db)
    const id = await request({ ...asked, userId: customer.id, state: 'waiting' })
    const [row] = await db.select().from(requests).where(eq(requests.id, id))
    await db.transaction((tx) => open(tx, row!))
    expect(await db.select().from(requests).where(eq(requests.id, id))).toMatchObject([
      { state: 'open' },
    ])
    return id
  }
  const grant = async (promiseUntil: SQL, columns: object = {}) => {
    const id = await request({ kind: 'wine', productId: wine, state: 'granted', units: 2 })
    const kept = { productId: wine, userId, requestId: id, units: 2, promiseUntil }
    await db.insert(allocations).values({ ...kept, origin: 'grant', ...columns } as never)
    return id
  }
  const all = {
    'open for twelve days': await request({ kind: 'club' }),
    'open since yesterday': await request({ kind: 'other', createdAt: ago('1 day') }),
    'waiting for a later vintage': await request({ kind: 'wine', state: 'waiting' }),
    declined: await request({ state: 'declined' }),
    'opened again by the customer': await openedAgain({ kind: 'club' }, (tx, asked) =>
      reopenRequest(tx, asked),
    ),
    'opened again by staff': await openedAgain({ kind: 'wine', productId: wine }, (tx, asked) =>
      putInLine(tx, asked.id, { productId: wine, queuedAt: null, by: 'staff@kohue.example' }),
    ),
    'opened again twelve days ago': await request({ kind: 'more', createdAt: ago('40 days') }),
    'kept until tonight': await grant(endOfToday('-1 second')),
    'kept until tomorrow': await grant(endOfToday('1 second')),
    bought: await grant(endOfToday('-2 seconds'), { bought: 2 }),
    'over already': await grant(ago('1 minute')),
  }
  await db.insert(requestAnswers).values({
    ...{ requestId: all['opened again twelve days ago'], verdict: 'reopened' },
    at: ago('12 days') as never,
  })
  expect(await tasksAmong(all)).toEqual([
    'grant-lapses: kept until tonight',
    'request-overdue: open for twelve days',
    'request-overdue: opened again twelve days ago',
  ])
  const { rows: next } = await db.execute<{ number: number }>(taskOf('grant-lapses').next!.query)
  const tonight = await db.select().from(requests).where(eq(requests.id, all['kept until tonight']))
  expect(next.map(({ number }) => number)).toEqual(tonight.map(({ number }) => number))
})

test('a data request is one after thirty days', async () => {
  const request = async (askedAt: SQL, doneAt: SQL | null = null) => {
    const asked = { kind: 'erasure', email: 'ana@customer.example', askedAt, doneAt } as const
    const [row] = await testShop.db
      .insert(dataRequests)
      .values(asked as never)
      .returning()
    return String(row!.number)
  }
  const all = {
    'a month ago': await request(ago('31 days')),
    'not quite': await request(ago('29 days')),
    'done since': await request(ago('31 days'), ago('1 day')),
  }
  expect(await tasksAmong(all)).toEqual(['erasure-overdue: a month ago'])
})

test('a wine is one when it is sold out and still on sale, and without its price', async () => {
  const { db } = testShop
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const wine = async (
    columns: object,
    release: Parameters<typeof aRelease>[1] = { state: 'ended' },
  ) => {
    const made = await aRelease(db, release)
    const set = { stock: 2, sold: 2, priceId: `price_${made.wine}`, ...columns }
    await db.update(products).set(set).where(eq(products.id, made.wine))
    return made.wine
  }
  const all = {
    'in an open release': await wine({}, {}),
    'in a release to come': await wine({}, { opensAt: minutes(5) }),
    'in a release that closed': await wine({}, { opensAt: minutes(-90), closesAt: minutes(-5) }),
    'in a paused release': await wine({}, { state: 'paused' }),
    'on sale by itself': await wine({ releaseState: 'on-sale' }),
    closed: await wine({}),
    'all of it in payment': await wine({ releaseState: 'on-sale', sold: 1, held: 1 }),
    'without a limit': await wine({ releaseState: 'on-sale', stock: null }),
    'without a price': await wine({ priceId: null }),
    // The settings have its price.
    'a seeded one': 'malbec-2021',
  }
  expect(await tasksAmong(all)).toEqual([
    'price-missing: without a price',
    'wine-sold-out: in an open release',
    'wine-sold-out: on sale by itself',
  ])
})
