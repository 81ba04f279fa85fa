import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { tasks } from '#admin/today/tables.ts'
import { viewTasks } from '#admin/today/tasks.actions.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { keyOfSent } from '#platform/action/carry-out.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { taskOf } from '#platform/tasks/tasks.server.ts'
import { openRest } from '#releases/leftovers/leftovers.actions.server.ts'
import { endRelease } from '#releases/release/change-release-state.actions.server.ts'
import { staffReleaseById } from '#releases/release/staff-releases.store.server.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { summaryOfLine } from './line.store.server.ts'
import {
  closeQueue,
  declineInLine,
  nameLaterVintage,
  viewQueue,
} from './queues/queue.actions.server.ts'
import { leftoverWines } from './requested-wines.store.server.ts'
import { requestAnswers, requestQueues, requests } from './tables.ts'

let testShop: TestShop
let staff: User
let made: Awaited<ReturnType<typeof aRelease>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.delete(requests)
  await testShop.db.delete(requestQueues)
  await testShop.db.delete(mails)
  made = await aRelease(testShop.db, { stock: 20 })
})

/** People who asked for that wine, one minute after another; each for two cases. */
async function inLine(people: number, productId = made.wine, state: 'open' | 'waiting' = 'open') {
  const ids = []
  for (let index = 0; index < people; index++) {
    const { id } = await aMember(testShop.db)
    const queuedAt = new Date(Date.now() - (1_000 - index) * 60_000)
    await testShop.db
      .insert(requests)
      .values({ kind: 'wine', userId: id, productId, units: 2, queuedAt, state })
    ids.push(id)
  }
  return ids
}
const rows = () => testShop.db.select().from(requests).orderBy(requests.queuedAt)
const closedEmails = () => testShop.db.select().from(mails).where(eq(mails.kind, 'request-closed'))
const endIt = async () => {
  const { id, name } = made.release
  const { version } = (await staffReleaseById(testShop.db, id))!
  const ended = endRelease(testShop.services, staff, { id, version, name })
  expect(await ended).toMatchObject({ ok: true })
}
const key = () => crypto.randomUUID()
/** Opens what is left to all, by the form with that key. */
const open = (formKey: string, wine = [made.wine]) =>
  openRest(testShop.services, staff, { id: made.release.id, wine }, { key: formKey })
/** The id of the draft that this form makes. */
const draftOf = (formKey: string) => keyOfSent(formKey, { id: made.release.id, wine: [made.wine] })
const drafted = (formKey: string) => ({
  ok: true,
  done: { id: draftOf(formKey), whyNoWines: null },
})

describe('after the end of a release', () => {
  test('every open request for its wines is in a queue that staff are shown, or has an answer', async () => {
    const buyer = (await userById(testShop.db, (await aMember(testShop.db)).id))!
    await allocate(testShop.db, made, buyer, 4)
    await testShop.db.insert(requestQueues).values({ productId: made.wine, isOpen: true })
    await testShop.shop.askForMore(buyer, { productId: made.wine, units: 3 })
    await inLine(5)
    await endIt()
    // What was kept for the buyer is in the pool again: all twenty.
    expect(await leftoverWines(testShop.db, made.release.id)).toMatchObject([
      { id: made.wine, free: 20, requests: 6, asked: 13 },
    ])
    expect(await viewQueue(testShop.services, made.wine)).toMatchObject({
      ...{ waiting: 6, asked: 13, free: 20 },
    })

    const { mark } = await summaryOfLine(testShop.db, made.wine)
    await inLine(1)
    const close = (seen: string) =>
      closeQueue(testShop.services, staff, { productId: made.wine, mark: seen })
    const changed = { status: 409, sentence: expect.stringContaining('joined or left the line') }
    expect(await close(mark)).toMatchObject(changed)
    expect(await closedEmails()).toEqual([])
    const now = await summaryOfLine(testShop.db, made.wine)
    const closed = await Promise.all([close(now.mark), close(now.mark)])
    expect(closed).toContainEqual(expect.objectContaining({ ok: true, done: { closed: 7 } }))
    expect(closed).toContainEqual(expect.objectContaining(changed))
    expect((await rows()).every(({ state }) => state === 'lapsed')).toBe(true)
    const emails = await closedEmails()
    expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(7)
    expect(emails).toHaveLength(7)
    const answers = await testShop.db.select().from(requestAnswers)
    expect(answers.map(({ verdict }) => verdict)).toEqual(Array(7).fill('closed'))
    const [queue] = await testShop.db
      .select()
      .from(requestQueues)
      .where(eq(requestQueues.productId, made.wine))
    expect(queue).toMatchObject({ isOpen: false })
  })

  test('what remains becomes a draft of an open release, once, with its wines', async () => {
    expect(await open(key())).toMatchObject({ sentence: 'This release has not ended.' })
    await endIt()
    expect(await open(key(), ['malbec-2022'])).toMatchObject({
      ...{ status: 409, sentence: 'Please choose at least one of its wines.' },
    })
    const sent = key()
    expect(await open(sent)).toMatchObject(drafted(sent))
    expect(await open(sent)).toMatchObject(drafted(sent))
    const draft = await staffReleaseById(testShop.db, draftOf(sent))
    expect(draft).toMatchObject({
      state: 'draft',
      fields: { name: 'Spring: the rest', kind: 'open', promise: null },
      wines: [{ id: made.wine }],
    })
    const ahead = draft!.fields.opensAt.getTime() - Date.now()
    expect(ahead).toBeGreaterThan(22 * 3_600_000)
    expect(await leftoverWines(testShop.db, made.release.id)).toEqual([])
    const { rows: named } = await testShop.db.execute(
      sql`select 1 from releases where name = 'Spring: the rest'`,
    )
    expect(named).toHaveLength(1)
  })

  test('the same form, sent many times at once, is one draft, and each is told so', async () => {
    await endIt()
    const sent = key()
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(sent)))
    expect(opened).toMatchObject(opened.map(() => drafted(sent)))
    expect(await staffReleaseById(testShop.db, draftOf(sent))).toMatchObject({
      ...{ version: 2, wines: [{ id: made.wine }] },
    })
  })

  test('a draft that was left without its wines gets them when the form is sent again', async () => {
    await endIt()
    const sent = key()
    await testShop.db.insert(releases).values({
      ...{ id: draftOf(sent), name: 'The rest', season: 'spring', year: 2027, kind: 'open' },
      opensAt: new Date(Date.now() + 86_400_000),
      closesAt: new Date(Date.now() + 2 * 86_400_000),
    })
    expect(await open(sent)).toMatchObject(drafted(sent))
    expect(await open(sent)).toMatchObject(drafted(sent))
    expect(await staffReleaseById(testShop.db, draftOf(sent))).toMatchObject({
      ...{ version: 2, fields: { name: 'The rest' }, wines: [{ id: made.wine }] },
    })
  })

  test('a grant that is still kept holds its wine in the release: the draft says so', async () => {
    await endIt()
    const [user] = await inLine(1)
    await testShop.db.execute(sql`
      insert into allocations (product_id, user_id, units, origin, promise_until, is_promised)
      values (${made.wine}, ${user}, 1, 'grant', now() + interval '1 day', true)`)
    expect(await open(key())).toMatchObject({
      ok: true,
      done: { whyNoWines: expect.stringContaining('is granted to somebody') },
      said: { tone: 'bad' },
    })
  })

  test('is for staff alone', async () => {
    const [id] = await inLine(1)
    const customer = (await userById(testShop.db, id!))!
    const refused = { ok: false, status: 403 }
    const opening = { id: made.release.id, wine: made.wine }
    expect(await openRest(testShop.services, customer, opening)).toMatchObject(refused)
    const own = { productId: made.wine }
    expect(await closeQueue(testShop.services, customer, own)).toMatchObject(refused)
    const naming = nameLaterVintage(testShop.services, customer, { ...own, to: 'malbec-2022' })
    expect(await naming).toMatchObject(refused)
    expect(await rows()).toMatchObject([{ state: 'open' }])
  })
})

test('those who wait for a later vintage come behind the last in its line, however close they asked', async () => {
  const [last] = await inLine(1, 'malbec-2022')
  const { queuedAt } = (await rows())[0]!
  const waiting = await inLine(4, made.wine, 'waiting')
  for (const [index, ms] of [-600_000, 0, 1, 600_000].entries())
    await testShop.db
      .update(requests)
      .set({ queuedAt: new Date(queuedAt.getTime() + ms) })
      .where(eq(requests.userId, waiting[index]!))
  const naming = nameLaterVintage(testShop.services, staff, {
    productId: made.wine,
    to: 'malbec-2022',
  })
  expect(await naming).toMatchObject({ ok: true, done: { people: 4 } })
  const line = (await rows()).map((one) => [
    one.userId,
    one.queuedAt.getTime() - queuedAt.getTime(),
  ])
  const [early, same, next, late] = waiting
  expect(line).toEqual([
    [last, 0],
    [early, 1],
    [same, 2],
    [next, 3],
    [late, 600_000],
  ])
})

describe('the task of what is left', () => {
  const tasksNow = async () => {
    const all = await testShop.db.select().from(tasks).where(eq(tasks.kind, 'leftovers'))
    return all.filter(({ subject }) => subject === made.wine).map(({ state }) => state)
  }
  const decline = async () =>
    declineInLine(testShop.services, staff, {
      productId: made.wine,
      all: 'on',
      mark: (await summaryOfLine(testShop.db, made.wine)).mark,
      text: 'Not enough.',
    })

  test('is there as soon as staff end the release, and done with its last request', async () => {
    const [first] = await inLine(3)
    expect(await tasksNow()).toEqual([])
    await endIt()
    expect(await tasksNow()).toEqual(['open'])
    const shown = (await viewTasks(testShop.services, staff)).tasks
    const [task] = shown.filter(({ subject }) => subject === made.wine)
    expect(taskOf(task!.kind).href(task!)).toBe(paths.requestQueue(made.wine))
    expect(taskOf(task!.kind).title(task!)).toContain('its release has ended')
    await testShop.db
      .update(requests)
      .set({ state: 'withdrawn' })
      .where(eq(requests.userId, first!))
    expect(await tasksNow()).toEqual(['open'])
    expect(await decline()).toMatchObject({ ok: true, done: { declined: 2 } })
    expect(await tasksNow()).toEqual(['done'])
  })

  test('comes within a minute of the hour at which the release closes', async () => {
    await inLine(1)
    await testShop.db
      .update(releases)
      .set({ closesAt: sql`now() - interval '1 minute'`, opensAt: sql`now() - interval '1 day'` })
      .where(eq(releases.id, made.release.id))
    await testShop.shop.openTimedTasks()
    expect(await tasksNow()).toEqual(['open'])
    expect(await testShop.shop.repairTasks()).toMatchObject({ opened: 0, obsolete: 0 })
    // Sold meanwhile to the last case: the job of each minute finds it.
    await testShop.db.update(products).set({ stock: 0 }).where(eq(products.id, made.wine))
    await testShop.shop.openTimedTasks()
    expect(await tasksNow()).toEqual(['obsolete'])
  })

  test('ends when its wine is opened to all', async () => {
    await inLine(2)
    await endIt()
    expect(await tasksNow()).toEqual(['open'])
    await open(key())
    await testShop.shop.openTimedTasks()
    expect(await tasksNow()).toEqual(['obsolete'])
  })

  test('is none where nobody asked, or nothing is left', async () => {
    await endIt()
    expect(await tasksNow()).toEqual([])
    made = await aRelease(testShop.db, { stock: 0 })
    await inLine(1)
    await endIt()
    expect(await tasksNow()).toEqual([])
  })
})

describe('a later vintage that is named', () => {
  const name = (to: string) =>
    nameLaterVintage(testShop.services, staff, { productId: made.wine, to })

  test('has those who waited in line, by when they first asked', async () => {
    await inLine(3, made.wine, 'waiting')
    const before = await rows()
    const later = await aRelease(testShop.db)
    expect(await name(later.wine)).toMatchObject({ done: { people: 3, wine: '2023 Malbec' } })
    const after = await rows()
    expect(after).toMatchObject(
      before.map(({ id, queuedAt }) => ({ id, queuedAt, state: 'open', productId: later.wine })),
    )
    expect(await name(later.wine)).toMatchObject({
      ...{ status: 409, sentence: expect.stringContaining('Nobody is waiting') },
    })
  })

  test('makes nobody’s place worse: they come behind who is in line already', async () => {
    const waited = await inLine(4, made.wine, 'waiting')
    const later = await aRelease(testShop.db)
    const first = await inLine(2, later.wine)
    await name(later.wine)
    const line = await rows()
    expect(line.map(({ userId }) => userId)).toEqual([...first, ...waited])
    // Nobody shares a moment, of which chance would decide.
    expect(new Set(line.map(({ queuedAt }) => queuedAt.getTime())).size).toBe(6)
  })

  test('keeps one request of who is in line for it already, and says which', async () => {
    const [waited] = await inLine(1, made.wine, 'waiting')
    const later = await aRelease(testShop.db)
    await testShop.db
      .insert(requests)
      .values({ kind: 'wine', userId: waited!, productId: later.wine, units: 1 })
    await name(later.wine)
    const [, kept] = await rows()
    expect(await rows()).toMatchObject([
      { state: 'lapsed', productId: made.wine },
      { state: 'open', productId: later.wine, units: 2 },
    ])
    const [answer] = await testShop.db.select().from(requestAnswers)
    expect(answer!.text).toBe(`Goes on as R-${kept!.number}.`)
  })

  test('is another wine of the shop', async () => {
    await inLine(1, made.wine, 'waiting')
    expect(await name(made.wine)).toMatchObject({
      ...{ status: 409, sentence: 'Please choose another wine than this one.' },
    })
    expect(await name('no-wine')).toMatchObject({ status: 409, sentence: 'This wine is gone.' })
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
  })
})
