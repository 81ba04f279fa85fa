import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { mails } from '#mail/tables.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { answerRequest, declineRequest, grantClub } from './answer-requests.actions.server.ts'
import { ask as askFor, canBuy, viewAskedWine } from './ask.actions.server.ts'
import { askOther, changeOwnRequest, viewOwnRequests } from './own-requests.actions.server.ts'
import { viewQueue } from './queues/queue.actions.server.ts'
import { requestQueues, requests } from './tables.ts'

const { testShop, staff } = await openStaffedShop()

beforeEach(async () => {
  await testShop.db.delete(requests)
  await testShop.db.delete(mails)
  await turnSwitch(testShop.db, 'answer-requests', true)
})

async function aBuyer() {
  const { id } = await aMember(testShop.db)
  return (await userById(testShop.db, id))!
}
const rows = () => testShop.db.select().from(requests)
const emails = (kind: 'wildcard' | 'request-answered') =>
  testShop.db.select().from(mails).where(eq(mails.kind, kind))

test('a wine in preparation is asked for by nobody, and not named', async () => {
  const buyer = await aBuyer()
  const draft = await aRelease(testShop.db, { state: 'draft' })
  const open = await aRelease(testShop.db)
  expect(await viewAskedWine(testShop.services, draft.wine)).toBeNull()
  expect(await viewAskedWine(testShop.services, open.wine)).toMatchObject({ title: '2023 Malbec' })
  expect(await testShop.shop.requestWine(buyer, draft.wine)).toBe(false)
  expect(await testShop.shop.requestWine(buyer, 'no-such-wine')).toBe(false)
  expect(await rows()).toEqual([])
})

test('a wine that went on sale meanwhile is not asked for: the buyer is led to it', async () => {
  const buyer = await aBuyer()
  const made = await aRelease(testShop.db)
  await allocate(testShop.db, made, buyer, 1)
  const press = (wine: string, whose: User = buyer) =>
    askFor(
      testShop.services,
      whose as never,
      { in: 'wine', productId: wine, units: '', to: '/dashboard' },
      { key: randomUUID() },
    )
  const toBuy = {
    ok: true,
    said: { sentence: 'You can buy this wine now.', to: `/members?view=current#wine-${made.wine}` },
  }
  expect(await press(made.wine)).toMatchObject(toBuy)
  expect(await canBuy(testShop.services, buyer, made.wine)).toBe(true)
  expect(await rows()).toEqual([])
  // Others, to whom it is not sold, ask for it, and so do those who bought all that was theirs.
  const asked = { ok: true, said: { to: '/dashboard' } }
  expect(await press(made.wine, await aBuyer())).toMatchObject(asked)
  await testShop.db.execute(sql`update allocations set bought = units where user_id = ${buyer.id}`)
  expect(await canBuy(testShop.services, buyer, made.wine)).toBe(false)
  expect(await press(made.wine)).toMatchObject(asked)
  expect(await press('malbec-2021')).toMatchObject(asked)
  expect(await rows()).toHaveLength(3)
})

describe('more than the allocation', () => {
  /** A buyer with two cases of a release, in whose queue staff take such requests. */
  async function anInvitation({ isOpen = true } = {}) {
    const made = await aRelease(testShop.db)
    const buyer = await aBuyer()
    await allocate(testShop.db, made, buyer, 2)
    await testShop.db.insert(requestQueues).values({ productId: made.wine, isOpen })
    return { ...made, buyer }
  }
  const ask = (buyer: User, productId: string, units = 3) =>
    testShop.shop.askForMore(buyer, { productId, units })
  const ownOf = async (buyer: User, productId: string) => {
    const { products } = await testShop.shop.viewCart(buyer)
    return products.find(({ id }) => id === productId)!.release!.own!
  }

  test('is asked for before the first case is bought: one request, one email to the business', async () => {
    const { buyer, wine } = await anInvitation()
    expect(await ownOf(buyer, wine)).toMatchObject({ takesMore: true, askedMore: 0, bought: 0 })
    expect(await Promise.all([ask(buyer, wine), ask(buyer, wine)])).toEqual([
      { ok: true },
      { ok: true },
    ])
    expect(await rows()).toMatchObject([
      { kind: 'more', userId: buyer.id, productId: wine, units: 3, state: 'open' },
    ])
    const told = await emails('wildcard')
    expect(told).toHaveLength(1)
    expect(told[0]!.props).toMatchObject({ text: expect.stringContaining('3 cajas más') })
    expect(await ownOf(buyer, wine)).toMatchObject({ askedMore: 3, isAnsweredHere: true })
    await turnSwitch(testShop.db, 'answer-requests', false)
    expect(await ownOf(buyer, wine)).toMatchObject({ askedMore: 3, isAnsweredHere: false })
    // More of another wine is another request, the same day.
    const other = await aRelease(testShop.db)
    await allocate(testShop.db, other, buyer, 2)
    await testShop.db.insert(requestQueues).values({ productId: other.wine, isOpen: true })
    expect(await ask(buyer, other.wine, 4)).toEqual({ ok: true })
    expect(await rows()).toHaveLength(2)
    expect(await emails('wildcard')).toHaveLength(2)
  })

  test('stands in the queue of its wine, and is granted like any other', async () => {
    const { buyer, wine } = await anInvitation()
    await ask(buyer, wine)
    expect(await viewQueue(testShop.services, wine)).toMatchObject({ waiting: 1, asked: 3 })
  })

  test('is off until staff open the queue of that wine', async () => {
    const { buyer, wine } = await anInvitation({ isOpen: false })
    expect(await ownOf(buyer, wine)).toMatchObject({ takesMore: false })
    expect(await ask(buyer, wine)).toEqual({ ok: false, reason: 'not-taken' })
    expect(await rows()).toEqual([])
  })

  test('is for who has an allocation, and ends with the release', async () => {
    const { buyer, wine, release } = await anInvitation()
    expect(await ask(await aBuyer(), wine)).toEqual({ ok: false, reason: 'not-taken' })
    expect(await ask(buyer, 'malbec-2022')).toEqual({ ok: false, reason: 'not-taken' })
    expect(await ask(buyer, 'no-wine')).toEqual({ ok: false, reason: 'not-taken' })
    await testShop.db.update(releases).set({ state: 'ended' }).where(eq(releases.id, release.id))
    expect(await ask(buyer, wine)).toEqual({ ok: false, reason: 'not-taken' })
  })

  test.each([0, 13, 1.5, Number.NaN])('of %d cases is refused', async (units) => {
    const { buyer, wine } = await anInvitation()
    expect(await ask(buyer, wine, units)).toEqual({ ok: false, reason: 'not-units' })
  })

  test('is thanked for by its form, refused where it is not taken, and no page for a crafted count', async () => {
    const { buyer, wine } = await anInvitation()
    const press = (units: string, productId = wine) =>
      askFor(
        testShop.services,
        buyer as never,
        { in: 'more', productId, units, to: '/dashboard' },
        { key: randomUUID() },
      )
    for (const units of ['0', '13', '1.5', 'two', ''])
      await expect(press(units), units).rejects.toMatchObject({ init: { status: 400 } })
    expect(await rows()).toEqual([])
    expect(await press('2', 'no-wine')).toMatchObject({ ok: false, status: 409 })
    expect(await press('2')).toMatchObject({ ok: true, said: { to: '/dashboard' } })
    expect(await rows()).toMatchObject([{ kind: 'more', units: 2 }])
  })
})

/** Asks by free text, as the form does. */
const askOwn = (buyer: User, text: string) => askOther(testShop.services, buyer, { text })
const oneOpen = { status: 409, sentence: expect.stringContaining('We already have your request') }

describe('a wish in own words', () => {
  test('is recorded once, told to the business, changed, and answered in words', async () => {
    const buyer = await aBuyer()
    expect(await askOwn(buyer, ' May I collect on Sunday? ')).toMatchObject({ ok: true })
    expect(await askOwn(buyer, 'And on Monday?')).toMatchObject(oneOpen)
    expect(await emails('wildcard')).toHaveLength(1)
    const [own] = (await viewOwnRequests(testShop.services, buyer))!
    expect(own).toMatchObject({ kind: 'other', text: 'May I collect on Sunday?', position: null })
    const { number, version } = own!
    const change = (text: string) =>
      changeOwnRequest(testShop.services, buyer, { number, version, text })
    expect(await change(' ')).toMatchObject({
      ...{ status: 400, errors: { text: 'Please write what you would like.' } },
    })
    expect(await change('May I collect on Monday?')).toMatchObject({ ok: true })

    const [request] = await rows()
    const answer = (viewer: typeof staff | User) =>
      answerRequest(testShop.services, viewer, {
        number: request!.number,
        text: 'Yes, from ten.',
      })
    expect(await answer(buyer)).toMatchObject({ ok: false, status: 403 })
    expect(await answer(staff)).toMatchObject({ ok: true })
    expect(await answer(staff)).toMatchObject({ ok: false, status: 409 })
    const [email] = await emails('request-answered')
    expect(email).toMatchObject({
      recipient: buyer.email,
      props: { asked: 'May I collect on Monday?', text: 'Yes, from ten.' },
    })
    expect(await viewOwnRequests(testShop.services, buyer)).toMatchObject([
      { state: 'taken', answer: { text: 'Yes, from ten.' } },
    ])
    expect(await askOwn(buyer, 'Another one')).toMatchObject({ ok: true })
  })

  test('sent twice at once is one request, and tells the business once', async () => {
    const buyer = await aBuyer()
    const ask = (text: string) => askOwn(buyer, text)
    const wish = 'May I collect on Sunday?'
    const done = { ok: true }
    expect(await Promise.all([ask(wish), ask(wish), ask(wish)])).toMatchObject([done, done, done])
    expect(await rows()).toMatchObject([{ text: wish, askedAgainAt: null }])
    expect(await emails('wildcard')).toHaveLength(1)
    const others = await Promise.all([ask('One'), ask('Two')])
    expect(others).toMatchObject([oneOpen, oneOpen])
    expect(await emails('wildcard')).toHaveLength(1)
  })

  test.each([
    ['  ', 'Please write what you would like.'],
    ['x'.repeat(301), 'No more than 300 letters.'],
  ])('of %j is refused: %s', async (text, sentence) => {
    expect(await askOwn(await aBuyer(), text)).toMatchObject({
      ...{ status: 400, errors: { text: sentence } },
    })
  })

  test('is taken only while requests are answered here', async () => {
    await turnSwitch(testShop.db, 'answer-requests', false)
    expect(await askOwn(await aBuyer(), 'Hello')).toMatchObject({ ok: false, status: 404 })
    expect(await rows()).toEqual([])
  })
})

/** A club request whose place is kept for later. */
async function keptPlace(buyer: User) {
  await testShop.shop.askAboutClub(buyer)
  const [request] = await rows()
  const later = { number: request!.number, text: 'In spring.', keepsPlace: 'on' }
  expect(await declineRequest(testShop.services, staff, later)).toMatchObject({ ok: true })
  return request!
}

test('who asks about the club again keeps one request, with its place', async () => {
  const buyer = await aBuyer()
  const { id, queuedAt } = await keptPlace(buyer)
  const again = () => testShop.shop.askAboutClub(buyer)
  await Promise.all([again(), again()])
  const open = { id, state: 'open', queuedAt, askedAgainAt: expect.any(Date) }
  expect(await rows()).toMatchObject([open])
  await keptPlace(buyer)
  await testShop.db.execute(sql`delete from attempts where key = ${`club:${buyer.id}`}`)
  await again()
  expect(await rows()).toMatchObject([open])
  expect(await emails('wildcard')).toHaveLength(2)
})

test('a place in the club that was kept for later is granted from there', async () => {
  const buyer = await aBuyer()
  const { number } = await keptPlace(buyer)
  expect(await rows()).toMatchObject([{ state: 'waiting' }])
  expect(await viewOwnRequests(testShop.services, buyer)).toMatchObject([
    { answer: { text: 'In spring.' } },
  ])
  expect(await grantClub(testShop.services, staff, { number, level: '6' })).toMatchObject({
    ok: true,
  })
  expect(await rows()).toMatchObject([{ state: 'taken' }])
})
