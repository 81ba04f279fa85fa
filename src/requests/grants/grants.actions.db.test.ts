import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import { tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { secretOfEntryToken } from '#accounts/links/purchase-link.actions.server.ts'
import { entryLinks } from '#accounts/links/tables.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { createPrice } from '#catalogue/prices/prices.actions.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { payAt } from '#tests/harness/provider.ts'
import { released } from '#tests/harness/release-buyers.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember, setStock } from '#tests/harness/test-shop.ts'

import { lineFor, summaryOfLine } from '../line.store.server.ts'
import { viewOwnRequests } from '../own-requests.actions.server.ts'
import { grantQueue, previewQueue } from '../queues/grant-by-queue.actions.server.ts'
import { closeQueue } from '../queues/queue.actions.server.ts'
import { requestQueue, saveRequestQueue } from '../queues/request-queues.store.server.ts'
import { requestAnswers, requestQueues, requests } from '../tables.ts'
import { grantRequest } from './give-grants.actions.server.ts'
import { processGrants } from './process-grants.actions.server.ts'

let wine: string
const { testShop, staff } = await openStaffedShop()

beforeEach(async () => {
  await testShop.db.delete(requests)
  await testShop.db.delete(requestQueues)
  await testShop.db.delete(mails)
  await testShop.db.delete(entryLinks)
  ;({ wine } = await released(testShop, { stock: 10 }))
})

/** People in line for the wine, each asking for that many cases. */
async function inLine(people: number, units = 3) {
  for (let index = 0; index < people; index++) {
    const { id } = await aMember(testShop.db)
    const at = new Date(Date.now() - (people - index) * 60_000)
    await testShop.db
      .insert(requests)
      .values({ kind: 'wine', userId: id, productId: wine, units, queuedAt: at })
  }
  return testShop.db.select().from(requests).orderBy(asc(requests.queuedAt))
}

const stockOf = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  const { stock, held, sold, promised } = row!
  return { stock, held, sold, promised }
}
const stateOf = async (id: string) =>
  (await testShop.db.select().from(requests).where(eq(requests.id, id)))[0]!.state
const emails = (kind: string) => testShop.db.select().from(mails).where(eq(mails.kind, kind))
const numberOf = async (id: string) =>
  (await testShop.db.select().from(requests).where(eq(requests.id, id)))[0]!.number
const grant = async (id: string, units: number, hours = 72) =>
  grantRequest(testShop.services, staff, { number: await numberOf(id), units, hours })
const done = { ok: true }
const changed = { status: 409, sentence: expect.stringContaining('has changed since this preview') }
const sell = (cases: number) =>
  testShop.db.update(products).set({ sold: cases }).where(eq(products.id, wine))

/** Moves what was granted an hour into the past, and ends its promise as the job of the releases does. */
const letEnd = async () => {
  await testShop.db.execute(sql`update allocations
    set promise_until = now() - interval '1 hour', is_promised = false`)
  await testShop.db.execute(sql`update products set promised = 0`)
}

describe('a grant', () => {
  test('of what is free is reserved in the same statement; one more is refused with the number', async () => {
    await sell(7)
    const [request] = await inLine(1, 12)
    expect(await grant(request!.id, 4)).toMatchObject({ status: 409, sentence: '1 too many' })
    expect(await stockOf()).toMatchObject({ sold: 7, promised: 0 })
    expect(await stateOf(request!.id)).toBe('open')
    expect(await grant(request!.id, 3)).toMatchObject(done)
    expect(await stockOf()).toMatchObject({ sold: 7, promised: 3 })
    const [email] = await emails('request-granted')
    // Three cases: 1,350.00, ground 85.00, tax 97.88.
    expect(email!.props).toMatchObject({ units: 3, unitCents: 45_000, landedCents: 153_288 })
  })

  test('leads from its email to that wine', async () => {
    const [confirmed, other] = await inLine(2, 1)
    const ofUser = (id: string) => eq(users.id, id)
    const { db } = testShop
    await db.update(users).set({ emailVerified: true }).where(ofUser(confirmed!.userId))
    await db.update(users).set({ emailVerified: false }).where(ofUser(other!.userId))
    expect(await grant(confirmed!.id, 1)).toMatchObject(done)
    const links = await db.select({ leadsTo: entryLinks.returnTo }).from(entryLinks)
    expect(links).toEqual([{ leadsTo: `/members?view=current#wine-${wine}` }])
    await db.delete(mails)
    expect(await grant(other!.id, 1)).toMatchObject(done)
    const [email] = await emails('request-granted')
    expect(email!.props).toMatchObject({
      link: expect.stringMatching(new RegExp(`/members\\?view=current#wine-${wine}$`)),
    })
  })

  test('of the last case goes to one of two people, with two staff users at once', async () => {
    await sell(9)
    const [first, second] = await inLine(2, 1)
    const granted = await Promise.all([grant(first!.id, 1), grant(second!.id, 1)])
    expect(granted.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await stockOf()).toMatchObject({ promised: 1 })
    expect(await emails('request-granted')).toHaveLength(1)
  })

  test('sent twice is one grant', async () => {
    const [request] = await inLine(1)
    const granted = await Promise.all([grant(request!.id, 2), grant(request!.id, 2)])
    expect(granted).toContainEqual(expect.objectContaining({ ok: false, status: 409 }))
    expect(await stockOf()).toMatchObject({ promised: 2 })
  })

  test.each([
    [{ units: 4, hours: 72 }, 'Please grant from one case to as many as were asked for.'],
    [{ units: 0, hours: 72 }, 'Please grant from one case to as many as were asked for.'],
    [{ units: 1, hours: 23 }, 'Please choose from 24 to 336 hours.'],
    [{ units: 1, hours: 337 }, 'Please choose from 24 to 336 hours.'],
    [{ units: 1.5, hours: 72 }, 'Please grant from one case to as many as were asked for.'],
  ])('of %j is refused: %s', async ({ units, hours }, sentence) => {
    const [request] = await inLine(1, 3)
    expect(await grant(request!.id, units, hours)).toMatchObject({ status: 400, sentence })
    expect(await stockOf()).toMatchObject({ promised: 0 })
  })

  test('of a wine without stock or without a price is refused', async () => {
    const refused = (why: string) => ({ status: 409, sentence: expect.stringContaining(why) })
    await setStock(testShop.db, wine, null)
    const [request] = await inLine(1)
    expect(await grant(request!.id, 1)).toMatchObject(refused('First set how many cases there are'))
    await testShop.db.update(products).set({ priceId: null }).where(eq(products.id, wine))
    expect(await grant(request!.id, 1)).toMatchObject(refused('is being prepared'))
  })

  test('of a wine that is closed and in no release is bought by its customer alone', async () => {
    wine = 'malbec-2021'
    await setStock(testShop.db, wine, 5)
    const [request, other] = await inLine(2, 2)
    expect(await grant(request!.id, 2)).toMatchObject({
      sentence: expect.stringContaining('is being prepared'),
    })
    await processGrants(testShop.services)
    expect(await isJobQueued(testShop.db, `price:${wine}`)).toBe(true)
    await createPrice(testShop.services, wine)
    expect(await grant(request!.id, 2)).toMatchObject(done)
    const shown = await testShop.shop.viewCart({ id: request!.userId })
    expect(shown.products.find(({ id }) => id === wine)).toMatchObject({
      releaseState: 'on-sale',
      available: 2,
      release: { id: 'granted', name: 'Set aside for you', own: { units: 2, usable: 2 } },
    })
    const start = async (userId: string) => {
      await testShop.shop.changeCart({ id: userId }, { kind: 'add', productId: wine })
      await testShop.shop.changeCart({ id: userId }, { kind: 'choose-shipping', method: 'ground' })
      return testShop.shop.startCheckout({ id: userId })
    }
    expect(await start(other!.userId)).toMatchObject({ ok: false })
    const started = await start(request!.userId)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    expect(await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])).toMatchObject({
      state: 'paid',
      notServed: null,
    })
    expect(await stockOf()).toMatchObject({ stock: 5, held: 0, promised: 1 })
    await letEnd()
    await processGrants(testShop.services)
    expect(
      (await testShop.shop.viewCart({ id: request!.userId })).products.find(
        ({ id }) => id === wine,
      ),
    ).toMatchObject({ releaseState: 'closed' })
    await setStock(testShop.db, wine, null)
  })

  test('is bought by its customer alone, also after the release has closed', async () => {
    const [request, other] = await inLine(2, 2)
    await sell(8)
    expect(await grant(request!.id, 2)).toMatchObject(done)
    await testShop.db.execute(sql`update releases set state = 'ended'
      where id = (select release_id from release_wines where product_id = ${wine})`)
    const start = async (userId: string) => {
      await testShop.shop.changeCart({ id: userId }, { kind: 'add', productId: wine })
      await testShop.shop.changeCart({ id: userId }, { kind: 'choose-shipping', method: 'ground' })
      return testShop.shop.startCheckout({ id: userId })
    }
    expect(await start(other!.userId)).toMatchObject({ ok: false })
    const started = await start(request!.userId)
    if (!started.ok) throw new Error(started.reason)
    // A payment page that was opened before the grant ended can be finished after it.
    await letEnd()
    await payAt(started.url)
    expect(await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])).toMatchObject({
      state: 'paid',
      notServed: null,
    })
    expect(await stockOf()).toMatchObject({ sold: 9, held: 0 })
    const [line] = await testShop.db.select().from(orderLines).where(eq(orderLines.productId, wine))
    expect(line!.releaseId).not.toBeNull()
    await processGrants(testShop.services)
    expect(await stateOf(request!.id)).toBe('taken')
    expect(await start(request!.userId)).toMatchObject({ ok: false })
  })

  test('is bought while its release is over, also one that was paused then, but not while it is paused', async () => {
    const [request] = await inLine(1, 2)
    await grant(request!.id, 2)
    const paused = (closes: string) =>
      testShop.db
        .execute(sql`update releases set state = 'paused', opens_at = now() - interval '2 days',
        closes_at = now() + ${closes}::interval
        where id = (select release_id from release_wines where product_id = ${wine})`)
    const buyer = { id: request!.userId }
    await testShop.shop.changeCart(buyer, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(buyer, { kind: 'choose-shipping', method: 'ground' })
    await paused('1 hour')
    expect(await testShop.shop.startCheckout(buyer)).toMatchObject({
      ok: false,
      reason: 'release-paused',
    })
    await paused('-1 hour')
    expect(await testShop.shop.startCheckout(buyer)).toMatchObject({ ok: true })
  })

  test('is for staff alone', async () => {
    const [request] = await inLine(1)
    const buyer = (await userById(testShop.db, request!.userId))!
    const { number } = request!
    const granted = await grantRequest(testShop.services, buyer, { number, units: 1, hours: 72 })
    expect(granted).toMatchObject({ ok: false, status: 403 })
  })

  test('is not given to oneself, in line or alone, but by an owner', async () => {
    const [request] = await inLine(1)
    const asker = (await userById(testShop.db, request!.userId))!
    const self = { ...asker, role: 'staff' as const, duties: ['support' as const] }
    const { services } = testShop
    const asked = { number: request!.number, units: 1, hours: 72 }
    const own = { ok: false, sentence: 'This is for your own account. A colleague has to do this.' }
    expect(await grantRequest(services, self, asked)).toMatchObject(own)
    const rule = { productId: wine, cases: 1, most: 1 }
    const previewed = await previewQueue(services, self, rule)
    if (!previewed.ok) throw new Error(previewed.sentence)
    const { mark } = previewed.done
    const all = { ...rule, mark, hours: 72, text: '' }
    expect(await grantQueue(services, self, all)).toMatchObject(own)
    expect(await stateOf(request!.id)).toBe('open')
    const owner = { ...self, duties: ['owner' as const] }
    expect(await grantRequest(services, owner, asked)).toMatchObject(done)
  })

  test('that is not used ends by itself: reminded of once, then lapsed and the wine free', async () => {
    const [request] = await inLine(1)
    await grant(request!.id, 2)
    await testShop.db.execute(
      sql`update allocations set promise_until = now() + interval '23 hours'`,
    )
    await processGrants(testShop.services)
    await processGrants(testShop.services)
    expect(await emails('grant-expiring')).toHaveLength(1)
    await letEnd()
    await processGrants(testShop.services)
    expect(await stateOf(request!.id)).toBe('lapsed')
  })

  test('of less than 48 hours is not reminded of', async () => {
    const [request] = await inLine(1)
    await grant(request!.id, 2, 24)
    await processGrants(testShop.services)
    expect(await emails('grant-expiring')).toEqual([])
  })

  test('that was bought ends as bought, also after its hours', async () => {
    const [request] = await inLine(1)
    await grant(request!.id, 2)
    const own = eq(allocations.requestId, request!.id)
    await testShop.db.update(allocations).set({ bought: 1 }).where(own)
    await letEnd()
    await processGrants(testShop.services)
    expect(await stateOf(request!.id)).toBe('taken')
  })

  test('shows its customer what is still kept of it, and nothing once its time is over', async () => {
    await turnSwitch(testShop.db, 'answer-requests', true)
    const [request] = await inLine(1)
    await grant(request!.id, 3)
    const shown = async () =>
      (await viewOwnRequests(testShop.services, { id: request!.userId }))![0]
    expect(await shown()).toMatchObject({ state: 'granted', kept: { units: 3 } })
    const own = eq(allocations.requestId, request!.id)
    await testShop.db.update(allocations).set({ bought: 1 }).where(own)
    expect(await shown()).toMatchObject({ state: 'granted', kept: { units: 2 } })
    await letEnd()
    expect(await shown()).toMatchObject({ state: 'granted', kept: null })
  })

  test('ends once its promise has, so that what is passed on of it is free', async () => {
    const [request] = await inLine(1)
    await grant(request!.id, 2)
    await testShop.db.execute(sql`update allocations set promise_until = now() - interval '1 hour'`)
    await processGrants(testShop.services)
    expect(await stateOf(request!.id)).toBe('granted')
  })

  test('with a payment page that is still open waits for it', async () => {
    const [request] = await inLine(1)
    await grant(request!.id, 2)
    const own = eq(allocations.requestId, request!.id)
    await testShop.db.update(allocations).set({ held: 1 }).where(own)
    await letEnd()
    await processGrants(testShop.services)
    expect(await stateOf(request!.id)).toBe('granted')
  })
})

const rule = { cases: 20, most: 2, skipsNotServed: true, skipsGranted: true }

describe('granting by queue', () => {
  const preview = async (wish: Partial<typeof rule> = {}) => {
    const previewed = await previewQueue(testShop.services, staff, {
      productId: wine,
      ...rule,
      ...wish,
    })
    if (!previewed.ok) throw new Error(previewed.sentence)
    return previewed.done
  }
  const apply = (mark: string, wish: Partial<typeof rule> = {}) =>
    grantQueue(testShop.services, staff, {
      productId: wine,
      ...rule,
      ...wish,
      mark,
      hours: 72,
      text: 'Enjoy.',
    })

  test('20 cases among twelve, most 2: the first eight get two, the others one', async () => {
    await setStock(testShop.db, wine, 20)
    const line = await inLine(12, 3)
    await testShop.db.update(users).set({ emailVerified: true })
    const { mark, sum, people } = await preview()
    expect(sum).toBe(20)
    expect(people.map(({ units }) => units)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1])
    expect(people.map(({ requestId }) => requestId)).toEqual(line.map(({ id }) => id))
    expect(await apply(mark)).toMatchObject({ ok: true, done: { people: 12, cases: 20 } })
    expect(await stockOf()).toMatchObject({ promised: 20 })
    const sent = await emails('request-granted')
    expect(sent).toHaveLength(12)
    // The link of each signs in its recipient and nobody else.
    const links = await testShop.db.select().from(entryLinks)
    const ownerOf = (link: string) => {
      const hash = tokenHashOf(secretOfEntryToken(link.split('/').at(-1)!))
      return links.find(({ tokenHash }) => tokenHash === hash)?.email
    }
    expect(sent.map(({ props }) => ownerOf((props as { link: string }).link))).toEqual(
      sent.map(({ recipient }) => recipient),
    )
  })

  test('grants nothing when a case was sold since the preview', async () => {
    await inLine(4, 3)
    const { mark } = await preview({ cases: 10, most: 3 })
    await sell(1)
    const shown = { sum: 10, free: 9 }
    expect(await apply(mark, { cases: 10, most: 3 })).toMatchObject({ ...changed, shown })
    expect(await stockOf()).toMatchObject({ promised: 0 })
    expect(await emails('request-granted')).toEqual([])
  })

  test('grants nothing when a request was withdrawn since the preview', async () => {
    const [first] = await inLine(3, 1)
    const { mark } = await preview({ cases: 2 })
    await testShop.db.update(requests).set({ state: 'withdrawn' }).where(eq(requests.id, first!.id))
    const left = { people: [{ units: 1 }, { units: 1 }], sum: 2 }
    expect(await apply(mark, { cases: 2 })).toMatchObject({ ...changed, shown: left })
  })

  test('leaves out who lives where wine may not be sent, and who has a grant already', async () => {
    const [away, granted] = await inLine(3, 1)
    await testShop.db.execute(sql`update users set state = 'UT' where id = ${away!.userId}`)
    await grant(granted!.id, 1)
    await testShop.db
      .insert(requests)
      .values({ kind: 'more', userId: granted!.userId, productId: wine, units: 1 })
    expect((await preview({ cases: 5 })).people).toHaveLength(1)
    expect(
      (await preview({ cases: 5, skipsNotServed: false, skipsGranted: false })).people,
    ).toHaveLength(3)
  })

  test('includes people without an address yet, and counts those left out by their reason', async () => {
    const [away, granted, unknown] = await inLine(3, 1)
    await testShop.db.execute(sql`update users set state = 'UT' where id = ${away!.userId}`)
    await testShop.db.execute(sql`update users set state = '' where id = ${unknown!.userId}`)
    await grant(granted!.id, 1)
    await testShop.db
      .insert(requests)
      .values({ kind: 'more', userId: granted!.userId, productId: wine, units: 1 })
    expect(await preview({ cases: 5 })).toMatchObject({
      people: [{ requestId: unknown!.id }],
      leftOut: { notServed: 1, granted: 1 },
    })
    expect(await preview({ cases: 5, skipsNotServed: false, skipsGranted: false })).toMatchObject({
      leftOut: { notServed: 0, granted: 0 },
    })
  })

  test('knows a grant that is neither over nor bought', async () => {
    const line = await inLine(3, 1)
    const granted = (index: number, hours: number, bought: number) =>
      testShop.db.insert(allocations).values({
        ...{ productId: wine, userId: line[index]!.userId, units: 1, bought, origin: 'grant' },
        promiseUntil: new Date(Date.now() + hours * 3_600_000),
      })
    await granted(0, -1, 0)
    await granted(1, 1, 1)
    await granted(2, 1, 0)
    const people = await lineFor(testShop.db, wine, 'first-asked')
    expect(people.map(({ hasGrant }) => hasGrant)).toEqual([false, false, true])
  })

  test('by rules puts the club first', async () => {
    const line = await inLine(3, 1)
    const last = line[2]!
    await testShop.db.execute(
      sql`update users set membership = true, membership_level = 12 where id = ${last.userId}`,
    )
    await saveRequestQueue(testShop.db, wine, {
      isOpen: false,
      showsPosition: true,
      order: 'rules-first',
      mostPerPerson: 3,
      isAutomatic: false,
      version: 0,
    })
    expect((await preview({ cases: 1 })).people[0]!.requestId).toBe(last.id)
  })
})

describe('a queue that goes on by itself', () => {
  const goesOn = (toPassOn: number) =>
    testShop.db
      .insert(requestQueues)
      .values({ productId: wine, isOpen: true, isAutomatic: true, mostPerPerson: 3, toPassOn })
  const at = (hour: number) => {
    const pacific = new Date('2034-11-24T08:00:00Z').getTime() + hour * 3_600_000
    return new Date(pacific)
  }
  const workOffAt = async (hour: number) => {
    await processGrants({ ...testShop.services, clock: () => at(hour) })
  }

  test('grants no more than lapsed where two runs overlap', async () => {
    await setStock(testShop.db, wine, 10)
    await goesOn(2)
    const line = await inLine(4, 1)
    await Promise.all([workOffAt(9), workOffAt(9)])
    const states = await Promise.all(line.map(({ id }) => stateOf(id)))
    expect(states).toEqual(['granted', 'granted', 'open', 'open'])
    const [queue] = await testShop.db.select().from(requestQueues)
    expect(queue!.toPassOn).toBe(0)
  })

  test('passes on nothing that was left to pass on before staff granted by hand', async () => {
    await setStock(testShop.db, wine, 2)
    await goesOn(1)
    const [first] = await inLine(1, 1)
    const turn = async (isAutomatic: boolean) => {
      const queue = await requestQueue(testShop.db, wine)
      expect(await saveRequestQueue(testShop.db, wine, { ...queue, isAutomatic })).toBe(true)
    }
    await turn(false)
    await turn(true)
    await workOffAt(34)
    expect(await stateOf(first!.id)).toBe('open')
  })

  test('passes on nothing that lapsed while staff granted by hand', async () => {
    await setStock(testShop.db, wine, 2)
    const queue = {
      ...({ isOpen: true, showsPosition: true, order: 'first-asked', mostPerPerson: 3 } as const),
      isAutomatic: false,
    }
    await saveRequestQueue(testShop.db, wine, { ...queue, version: 0 })
    const [first, second] = await inLine(2, 1)
    await grant(first!.id, 1)
    await letEnd()
    await workOffAt(33)
    expect(await stateOf(first!.id)).toBe('lapsed')
    const { version } = await requestQueue(testShop.db, wine)
    expect(
      await saveRequestQueue(testShop.db, wine, { ...queue, isAutomatic: true, version }),
    ).toBe(true)
    await workOffAt(34)
    expect(await stateOf(second!.id)).toBe('open')
  })

  test('gives a lapsed grant to the next in line by day, not at night', async () => {
    await setStock(testShop.db, wine, 2)
    await saveRequestQueue(testShop.db, wine, {
      isOpen: false,
      showsPosition: true,
      order: 'first-asked',
      mostPerPerson: 3,
      isAutomatic: true,
      version: 0,
    })
    const [first, second, third] = await inLine(3, 1)
    await grant(first!.id, 1)
    await letEnd()
    // From eight in the evening until eight in the morning.
    for (const hour of [20, 23, 31.9]) await workOffAt(hour)
    expect(await stateOf(first!.id)).toBe('lapsed')
    expect(await stateOf(second!.id)).toBe('open')
    await workOffAt(32)
    expect(await stateOf(second!.id)).toBe('granted')
    expect(await stockOf()).toMatchObject({ promised: 1 })
    // One case lapsed, so one is passed on, however much of the wine is free.
    await workOffAt(33)
    expect(await stateOf(third!.id)).toBe('open')
  })

  test('gives to people without an address yet, and skips those in states that are not served', async () => {
    await goesOn(1)
    const [away, unknown] = await inLine(2, 1)
    await testShop.db.execute(sql`update users set state = 'UT' where id = ${away!.userId}`)
    await testShop.db.execute(sql`update users set state = '' where id = ${unknown!.userId}`)
    await workOffAt(33)
    expect(await stateOf(away!.id)).toBe('open')
    expect(await stateOf(unknown!.id)).toBe('granted')
  })

  test('gives each the most for one person, and the last what is left to pass on', async () => {
    await goesOn(5)
    const line = await inLine(3, 4)
    await workOffAt(33)
    const given = await testShop.db
      .select({ userId: allocations.userId, units: allocations.units })
      .from(allocations)
      .where(
        inArray(
          allocations.requestId,
          line.map(({ id }) => id),
        ),
      )
    const unitsOf = (userId: string) => given.find((one) => one.userId === userId)?.units ?? 0
    expect(line.map(({ userId }) => unitsOf(userId))).toEqual([3, 2, 0])
  })

  test('gives what is free of it, where others bought some of it meanwhile', async () => {
    await setStock(testShop.db, wine, 1)
    await goesOn(3)
    const [first, second] = await inLine(2, 3)
    await workOffAt(33)
    expect(await stateOf(first!.id)).toBe('granted')
    expect(await stateOf(second!.id)).toBe('open')
    expect(await stockOf()).toMatchObject({ promised: 1 })
  })

  test('passes over who has a grant, and who lives where wine may not be sent', async () => {
    await goesOn(2)
    const line = await inLine(4, 1)
    await testShop.db.execute(sql`update users set state = 'UT' where id = ${line[0]!.userId}`)
    await testShop.db.insert(allocations).values({
      ...{ productId: wine, userId: line[1]!.userId, units: 1, origin: 'grant' },
      promiseUntil: at(100),
    })
    await workOffAt(33)
    const states = await Promise.all(line.map(({ id }) => stateOf(id)))
    expect(states).toEqual(['open', 'open', 'granted', 'granted'])
  })

  test('gives no more than is asked for by the time it is given', async () => {
    await goesOn(3)
    const [request] = await inLine(1, 3)
    const { db, services } = testShop
    let transactions = 0
    const transaction: typeof db.transaction = async (inside) => {
      // The third one gives, after the line was read.
      if (++transactions === 3) await db.update(requests).set({ units: 1 })
      return db.transaction(inside)
    }
    const busy = Object.assign(Object.create(db) as typeof db, { transaction })
    const work = () => processGrants({ ...services, db: busy, clock: () => at(33) })
    await work()
    await work()
    const given = await db.select().from(allocations).where(eq(allocations.requestId, request!.id))
    expect(given).toMatchObject([{ units: 1 }])
  })

  test('gives one grant to a person who asked for the wine before its release and for more in it', async () => {
    await goesOn(2)
    const [first, second] = await inLine(2, 1)
    const { userId, queuedAt } = first!
    await testShop.db
      .insert(requests)
      .values({ kind: 'more', userId, productId: wine, units: 1, queuedAt })
    await workOffAt(33)
    expect(await stateOf(second!.id)).toBe('granted')
    expect(await testShop.db.$count(allocations, eq(allocations.userId, userId))).toBe(1)
  })

  test('gives at most twenty grants within 24 hours, those of other wines included', async () => {
    await goesOn(3)
    const line = await inLine(3, 1)
    const other = await aMember(testShop.db)
    const [earlier] = await testShop.db
      .insert(requests)
      .values({ kind: 'club', userId: other.id, state: 'taken' })
      .returning()
    const before = (hours: number, count: number) =>
      testShop.db.insert(requestAnswers).values(
        Array.from({ length: count }, () => ({
          requestId: earlier!.id,
          verdict: 'granted' as const,
          at: new Date(at(37).getTime() - hours * 3_600_000),
        })),
      )
    await before(25, 30)
    await before(23, 19)
    // At one in the afternoon, when it is evening by UTC.
    await workOffAt(37)
    const states = await Promise.all(line.map(({ id }) => stateOf(id)))
    expect(states).toEqual(['granted', 'open', 'open'])
    expect(await stockOf()).toMatchObject({ promised: 1 })
  })

  test('is closed with its requests: it takes none, and passes nothing on any more', async () => {
    await goesOn(2)
    const line = await inLine(2, 1)
    const { mark } = await summaryOfLine(testShop.db, wine)
    expect(await closeQueue(testShop.services, staff, { productId: wine, mark })).toMatchObject({
      ok: true,
      said: { sentence: '2 requests are closed, and each person is told.' },
    })
    const states = await Promise.all(line.map(({ id }) => stateOf(id)))
    expect(states).toEqual(['lapsed', 'lapsed'])
    const [queue] = await testShop.db.select().from(requestQueues)
    expect(queue).toMatchObject({ isOpen: false, toPassOn: 0 })
  })
})
