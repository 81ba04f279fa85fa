import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'
import { releases, releaseWaves, releaseWines } from '#catalogue/on-sale/tables.ts'
import { offeredProduct } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { allocate } from '#tests/harness/a-release.ts'
import { released } from '#tests/harness/release-buyers.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'
import { winesLeft } from '#waiting-room/line.store.server.ts'

import type { CartChange } from './cart/cart-change.rules.ts'
import { changeCart } from './cart/change-cart.actions.server.ts'
import { fillCart } from './cart/fill-cart.actions.server.ts'
import { viewCart } from './cart/view-cart.actions.server.ts'
import { viewOffer } from './offers/view-offer.actions.server.ts'
import { thankedOrder } from './orders/thanked-order.ts'
import { viewReleases } from './release-cards/view-releases.actions.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
const malbec = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => {
  scenario = openScenario(testShop.db)
})

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

async function person(name: string, profile: object = {}) {
  const { id } = await aMember(testShop.db, {
    firstName: name,
    email: `${name}@example.com`,
    ...profile,
  })
  scenario.names[id] = name
  return (await userById(testShop.db, id))!
}

async function aRelease(name: string, wish: Parameters<typeof released>[1] = {}) {
  const made = await released(testShop, { name, ...wish })
  Object.assign(scenario.names, { [made.release.id]: name, [made.wine]: `${name}-wine` })
  return made
}

test('what the cart takes', async () => {
  const { db, services } = testShop
  const [ana, eva] = [await person('ana'), await person('eva')]
  await changeCart(services, eva, { kind: 'set-quantity', productId: malbec, quantity: 2 })
  const change = (of: User, wish: CartChange) => async () => {
    const { view, whyNot } = await changeCart(services, of, wish)
    const { cart, totals, whyNot: whyNotCheckout } = view
    return { whyNot, ...cart, totals, whyNotCheckout }
  }
  const of = (quantity: number, productId = malbec): CartChange => ({
    kind: 'set-quantity',
    productId,
    quantity,
  })
  const ship = (method: 'ground' | 'overnight' | 'pickup'): CartChange => ({
    kind: 'choose-shipping',
    method,
  })
  await setStock(db, malbec, 3)
  await step('a method without wine', change(ana, ship('ground')))
  await step('one case', change(ana, { kind: 'add', productId: malbec }))
  await step('the same press', change(ana, { kind: 'add', productId: malbec, upTo: 1 }))
  await step('by ground', change(ana, ship('ground')))
  await step('three', change(ana, of(3)))
  await step('four, of which there are three', change(ana, of(4)))
  await step('half a case', change(ana, of(0.5)))
  await step('a wine that is not sold', change(ana, of(1, 'malbec-2021')))
  await step('no wine', change(ana, of(1, 'none')))
  await setStock(db, malbec, 2)
  await step('two of them, of which there are two', change(ana, of(2)))
  await step('three again', change(ana, of(3)))
  await setStock(db, malbec, 0)
  await step('one more when there is none', change(ana, { kind: 'add', productId: malbec }))
  await step('one less when there is none', change(ana, of(1)))
  await setStock(db, malbec, 100)
  const { wine } = await aRelease('open', { kind: 'open' })
  await step('three of another beside it', change(ana, of(3, wine)))
  await step('what is more than an order apart', change(ana, { kind: 'keep-one-order' }))
  await step('by pickup', change(ana, ship('pickup')))
  await step('none of the first', change(ana, of(0)))
  await step('none of what is partly apart', change(ana, of(0, wine)))
  await step('two of it again', change(ana, of(2, wine)))
  await step('what was apart back', change(ana, { kind: 'put-back' }))
  await step('none', change(ana, of(0, wine)))
  await step('look at it', async () => (await viewCart(services, ana)).cart)
  const none = await person('nora', { firstName: '', lastName: '', state: 'UT', zipCode: '84101' })
  await changeCart(services, none, of(1))
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  await step('look at a cart that cannot be sent', async () => {
    const { whyNot, shipToProblem, shipToState } = await viewCart(services, none)
    return { whyNot, shipToProblem, shipToState }
  })
  await step(
    'look at one that was filled for her',
    async () => (await viewCart(services, eva)).cart,
  )
  await step('once', async () => (await viewCart(services, eva)).cart)

  const allocated = await aRelease('allocated', { stock: 9 })
  const [ida, jana] = [await person('ida'), await person('jana')]
  await allocate(db, allocated, ida, 5)
  await allocate(db, allocated, jana, 2)
  const link = { releaseId: allocated.release.id, returnTo: null }
  await step('fill a cart by a link', () => fillCart(services, ida.id, link))
  await step('fill it again', () => fillCart(services, ida.id, link))
  await step('fill that of one without', () => fillCart(services, ana.id, link))
  await step('fill one that is not empty', () => fillCart(services, eva.id, link))
  await step('more than the allocation', change(jana, of(3, allocated.wine)))
  await step('the allocation', change(jana, of(2, allocated.wine)))
  scenario.expectWritten('storefront-cart')
})

/** States in which each condition of what is offered decides. */
test('what is offered, to whom, and until when', async () => {
  const { db, services } = testShop
  const [nobody, some] = [await person('karla'), await person('lena')]
  await db.update(products).set({ releaseState: 'closed' }).where(eq(products.id, malbec))
  await db.update(releases).set({ state: 'ended' })
  const made = await aRelease('spring', { stock: 10, waves: [-30], state: 'draft' })
  const { release, wine } = made
  await allocate(db, made, some, 3)
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const set = (change: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(change).where(eq(releases.id, release.id))
  const stock = (change: object) => db.update(products).set(change).where(eq(products.id, wine))
  const offeredTo = async (user: User) => {
    const { products: all } = await viewCart(services, user)
    return all
      .filter(({ id }) => id === wine)
      .map(({ release: of, available, releaseState }) => ({
        ...{
          available,
          releaseState,
          phase: of?.phase,
          own: of?.own && { ...of.own, takesMore: undefined },
        },
      }))
  }
  const seen = (title: string) =>
    step(title, async () => {
      const { current, released: together } = await viewReleases(services)
      const offer = await viewOffer(services, 'offering')
      const left = await winesLeft(db)
      return [
        ...(await offeredTo(some)),
        ...(await offeredTo(nobody)),
        { current: current?.id, released: together.map(({ id }) => id) },
        {
          offer: offer?.product.id,
          why: offer?.whyClosed,
          offered: (await offeredProduct(db, offers.offering))?.available,
        },
        { left: left.map(({ id, left: units, at }) => [at, id, units]) },
      ]
    })
  await seen('a draft')
  await set({ state: 'scheduled', opensAt: hours(30), closesAt: hours(60) })
  await db
    .update(releaseWaves)
    .set({ opensAt: hours(30) })
    .where(eq(releaseWaves.releaseId, release.id))
  await seen('scheduled for the day after tomorrow')
  await set({ opensAt: hours(23) })
  await seen('scheduled for tomorrow')
  await set({ opensAt: hours(-1) })
  await seen('open, with its wave to come')
  await db
    .update(releaseWaves)
    .set({ opensAt: hours(-1) })
    .where(eq(releaseWaves.releaseId, release.id))
  await seen('open')
  await stock({ held: 7 })
  await seen('with nothing free')
  await stock({ held: 0, sold: 8, promised: 2 })
  await db.execute(
    sql`update allocations set bought = 1 where user_id = ${some.id} and product_id = ${wine}`,
  )
  await seen('with one bought and nothing free')
  await set({ promiseUntil: hours(5) })
  await seen('with a promise that ends before it')
  await set({ promiseUntil: hours(-0.1) })
  await seen('once its promise is over')
  await set({ kind: 'open', promise: null, promiseUntil: null })
  await seen('of the open kind')
  await stock({ sold: 4 })
  await seen('of the open kind with some free')
  await stock({ isOffered: true })
  await seen('as the offer')
  await set({ state: 'paused', pauseReason: 'A moment' })
  await seen('paused')
  await set({ state: 'scheduled', closesAt: hours(-0.5) })
  await seen('after its closing hour')
  await set({ state: 'ended' })
  await seen('ended')
  await db.update(releaseWines).set({ isCurrent: false }).where(eq(releaseWines.productId, wine))
  await seen('with its wine elsewhere')
  scenario.expectWritten('storefront-offered')
})

test('what the thank-you and the history say', async () => {
  const { db, services, shop } = testShop
  const [mara, other] = [await person('mara'), await person('nina')]
  const ids: string[] = []
  for (const at of [0, 1]) ids.push(await seedOrder(db, mara, at))
  for (const [at, id] of ids.entries()) {
    scenario.names[id] = `order-${at}`
    const createdAt = new Date(Date.now() - (2 - at) * 60_000)
    await db.update(orders).set({ createdAt, thankedAt: null }).where(eq(orders.id, id))
  }
  await seedOrder(db, other, 0)
  const thanks =
    (of: User, id: string | null, isThanked = false, isLimited = false) =>
    () =>
      thankedOrder(services, { ...of, isLimited } as never, id, { isThanked })
  await step('no order', thanks(mara, null))
  await step('another’s order', thanks(other, ids[1]!))
  await step('the order', thanks(mara, ids[1]!))
  await step('the order by a purchase link', thanks(mara, ids[1]!, false, true))
  await step('the order, thanked for', thanks(mara, ids[1]!, true))
  await step('thanked for again', thanks(mara, ids[1]!, true))
  await step('the order that was thanked for', thanks(mara, ids[1]!))
  const past = (page: number) => async () => {
    const { orders: of, hasMore } = await shop.orderHistory(mara, page)
    return { orders: of.map(({ id }) => scenario.names[id] ?? 'older'), hasMore }
  }
  await step('the history', past(1))
  for (let at = 0; at < 21; at++) {
    const id = await seedOrder(db, mara, 0)
    await db
      .update(orders)
      .set({ createdAt: new Date(Date.now() - (9 + at) * 60_000) })
      .where(eq(orders.id, id))
  }
  await step('the first of two pages', past(1))
  await step('the second', past(2))
  scenario.expectWritten('storefront-orders')
})
