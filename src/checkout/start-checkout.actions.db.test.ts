import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import { users } from '#platform/database/people.tables.ts'
import { payAt, setFault, clearFaults } from '#tests/harness/provider.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 300)
})

/** A user with a filled cart, ready to check out. */
async function aBuyer(cases = 1, method: 'ground' | 'pickup' = 'ground') {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: cases })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method })
  return member
}

const checkoutsOf = (userId: string) =>
  testShop.db.select().from(checkouts).where(eq(checkouts.userId, userId))

const stockOf = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

async function urlOf(member: { id: string }): Promise<string> {
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(`Not started: ${started.reason}`)
  return started.url
}

const changeUser = (id: string, profile: Partial<typeof users.$inferInsert>) =>
  testShop.db.update(users).set(profile).where(eq(users.id, id))

const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

describe('starting a checkout', () => {
  test('opens one page, holds the stock, and charges what the cart shows', async () => {
    const member = await aBuyer(2)
    const url = await urlOf(member)
    const session = await testShop.services.payments.getSession(sessionIn(url))
    const { totals } = await testShop.shop.viewCart(member)
    expect(session!.amountTotal).toBe(totals.charged)
    expect(totals.charged).toBe(90_000 + 5_000 + 6_525)
    expect(await stockOf()).toEqual({ held: 2, sold: 0 })
  })

  test('twenty clicks make one checkout, one page and one hold', async () => {
    const member = await aBuyer()
    const urls = await Promise.all(Array.from({ length: 20 }, () => urlOf(member)))
    expect(new Set(urls).size).toBe(1)
    expect(await checkoutsOf(member.id)).toHaveLength(1)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('each try is requested by a key of its own, which another process would use too', async () => {
    const { payments } = testShop.services
    const keys: string[] = []
    const createSession: typeof payments.createSession = async (request, key) => {
      keys.push(key)
      if (keys.length === 1) throw new ProviderUnavailable('no response')
      return payments.createSession(request, key)
    }
    const shop = createShop({ ...testShop.services, payments: { ...payments, createSession } })
    const member = await aBuyer()
    expect(await shop.startCheckout(member)).toEqual({ ok: false, reason: 'provider-away' })
    expect(await shop.startCheckout(member)).toMatchObject({ ok: true })
    const [checkout] = await checkoutsOf(member.id)
    expect(keys).toEqual([`checkout:${checkout!.id}:1`, `checkout:${checkout!.id}:2`])
  })

  test('a changed cart closes the older page before the newer one opens', async () => {
    const member = await aBuyer()
    const older = await urlOf(member)
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 3 })
    const newer = await urlOf(member)
    expect(newer).not.toBe(older)
    const closed = await testShop.services.payments.getSession(sessionIn(older))
    expect(closed!.state).toBe('expired')
    expect(await stockOf()).toEqual({ held: 3, sold: 0 })
  })

  test.each<[string, (member: { id: string; email: string }) => Promise<unknown>]>([
    [
      'another method',
      (member) =>
        testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'overnight' }),
    ],
    ['another name', ({ id }) => changeUser(id, { lastName: 'Ruiz Vega' })],
    ['another phone', ({ id }) => changeUser(id, { phone: '4155550124' })],
    ['another birthdate', ({ id }) => changeUser(id, { birthdate: '1980-02-03' })],
    ['another street', ({ id }) => changeUser(id, { address: '1201 Valencia Street' })],
    ['another state', ({ id }) => changeUser(id, { state: 'TX', zipCode: '78701' })],
  ])('%s makes another page, and nothing new the same', async (_, change) => {
    const member = await aBuyer()
    const older = await urlOf(member)
    expect(await urlOf(member)).toBe(older)
    await change(member)
    expect(await urlOf(member)).not.toBe(older)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('a changed cart of a wine that was closed meanwhile leaves the page, which can be paid', async () => {
    const member = await aBuyer(1)
    const url = await urlOf(member)
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
    const sell = (releaseState: 'closed' | 'on-sale') =>
      testShop.db.update(products).set({ releaseState }).where(eq(products.id, wine))
    await sell('closed')
    const again = await testShop.shop.startCheckout(member)
    await sell('on-sale')
    expect(again).toEqual({ ok: false, reason: 'release-closed' })
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    await payAt(url)
    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['more of it than is left', 2, 1, 'few-left'],
    ['a wine beside it that is sold out', 1, 0, 'sold-out'],
  ] as const)(
    'a cart that grew by %s leaves the page and its hold',
    async (_what, cases, left, reason) => {
      const other = 'malbec-2021'
      const sell = (releaseState: 'on-sale' | 'closed') =>
        testShop.db.update(products).set({ releaseState }).where(eq(products.id, other))
      await sell('on-sale')
      await setStock(testShop.db, other, 10)
      await setStock(testShop.db, wine, 2)
      const member = await aBuyer(1)
      const url = await urlOf(member)
      const of = left === 0 ? other : wine
      const grown = { kind: 'set-quantity', productId: of, quantity: cases } as const
      if (of === other) await testShop.shop.changeCart(member, { kind: 'add', productId: of })
      await testShop.shop.changeCart(member, grown)
      await testShop.db.update(products).set({ stock: left }).where(eq(products.id, of))
      const again = await testShop.shop.startCheckout(member)
      await sell('closed')
      await testShop.db.update(products).set({ stock: null }).where(eq(products.id, other))
      expect(again).toEqual({ ok: false, reason })
      expect(await stockOf()).toEqual({ held: 1, sold: 0 })
      await payAt(url)
      expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ state: 'paid' })
    },
  )

  test('another tax rate makes another page', async () => {
    const member = await aBuyer()
    const older = await urlOf(member)
    const { id } = await testShop.stripe.taxRates.create({
      ...{ display_name: 'Tax', inclusive: false, percentage: 7.25, country: 'US', state: 'CA' },
    })
    const shop = createShop({
      ...testShop.services,
      settings: { ...testShop.services.settings, taxRateId: id },
    })
    expect(await shop.startCheckout(member)).toMatchObject({ ok: true })
    expect((await testShop.services.payments.getSession(sessionIn(older)))!.state).toBe('expired')
  })

  test('a changed cart whose older page was paid returns already-paid', async () => {
    const member = await aBuyer()
    await payAt(await urlOf(member))
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
    expect(await testShop.shop.startCheckout(member)).toEqual({ ok: false, reason: 'already-paid' })
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })

  test('a mismatch between claims and cart is refused without a hold', async () => {
    const member = await aBuyer()
    for (const claims of [
      { quantity: 2 },
      { productId: 'malbec-2021' },
      { stripeShippingId: 'shr_forged' },
      { priceProductId: 'price_forged' },
      { californiaTaxId: 'txr_forged' },
      { shipTo: 'Ana Ruiz, 1 Main Street, Napa, California 94558' },
    ]) {
      const started = await testShop.shop.startCheckout(member, claims)
      expect(started).toEqual({ ok: false, reason: 'disagrees' })
    }
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('a mismatch is named before what the cart lacks, which is not compared', async () => {
    const member = await aMember(testShop.db)
    const start = (claims: object) => testShop.shop.startCheckout(member, claims)
    const forged = { californiaTaxId: 'txr_forged' }
    expect(await start(forged)).toEqual({ ok: false, reason: 'disagrees' })
    expect(await start({ quantity: 1, productId: wine })).toEqual({
      ok: false,
      reason: 'empty-cart',
    })
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    for (const claims of [forged, { quantity: 2 }, { priceProductId: 'price_forged' }]) {
      expect(await start(claims)).toEqual({ ok: false, reason: 'disagrees' })
    }
    expect(await start({ quantity: 1, stripeShippingId: 'shr_any' })).toEqual({
      ok: false,
      reason: 'choose-shipping',
    })
  })

  test('an address that is not served is refused; local pickup needs none', async () => {
    const far = await aMember(testShop.db, { state: 'UT', zipCode: '84101' })
    await testShop.shop.changeCart(far, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(far, { kind: 'choose-shipping', method: 'ground' })
    expect(await testShop.shop.startCheckout(far)).toEqual({
      ok: false,
      reason: 'state-not-served',
    })
    await testShop.shop.changeCart(far, { kind: 'choose-shipping', method: 'pickup' })
    expect((await testShop.shop.startCheckout(far)).ok).toBe(true)
  })

  test('by somebody who is not 21 is refused, and their cart says so; without a birthdate it is not', async () => {
    const young = await aMember(testShop.db, { birthdate: '2010-01-01' })
    await testShop.shop.changeCart(young, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(young, { kind: 'choose-shipping', method: 'pickup' })
    expect(await testShop.shop.startCheckout(young)).toEqual({ ok: false, reason: 'under-21' })
    expect(await testShop.shop.viewCart(young)).toMatchObject({ whyNot: 'under-21' })
    await testShop.db.update(users).set({ birthdate: null }).where(eq(users.id, young.id))
    expect((await testShop.shop.startCheckout(young)).ok).toBe(true)
  })

  test('with two wines, one of them short, neither is held', async () => {
    const other = 'malbec-2021'
    await testShop.db
      .update(products)
      .set({ releaseState: 'on-sale' })
      .where(eq(products.id, other))
    const member = await aBuyer()
    await testShop.shop.changeCart(member, { kind: 'add', productId: other })
    await setStock(testShop.db, other, 0)
    const { priceIds } = testShop.services.settings
    const { data } = await testShop.stripe.prices.list({ limit: 1 })
    const { id } = await testShop.stripe.prices.create({
      product: data[0]!.product as string,
      currency: 'usd',
      unit_amount: 55_500,
    })
    const shop = createShop({
      ...testShop.services,
      settings: { ...testShop.services.settings, priceIds: { ...priceIds, [other]: id } },
    })
    const started = await shop.startCheckout(member)
    await testShop.db.update(products).set({ releaseState: 'closed' }).where(eq(products.id, other))
    expect(started).toEqual({ ok: false, reason: 'sold-out' })
    expect(await checkoutsOf(member.id)).toEqual([])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('more than is left returns few-left, not sold-out', async () => {
    const member = await aBuyer(2)
    await setStock(testShop.db, wine, 1)
    expect(await testShop.shop.startCheckout(member)).toEqual({ ok: false, reason: 'few-left' })
    expect(await checkoutsOf(member.id)).toEqual([])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('fifty requests for the last case: one page, the others get sold-out', async () => {
    await setStock(testShop.db, wine, 1)
    const buyers = await Promise.all(Array.from({ length: 50 }, () => aBuyer()))
    const started = await Promise.all(buyers.map((buyer) => testShop.shop.startCheckout(buyer)))
    expect(started.filter((one) => one.ok)).toHaveLength(1)
    const reasons = started.flatMap((one) => (one.ok ? [] : [one.reason]))
    expect(new Set(reasons)).toEqual(new Set(['sold-out']))
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })
})

describe('when the provider fails', () => {
  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    '%s: no double charge, and a second press opens one payable page',
    async (fault) => {
      const member = await aBuyer()
      await setFault({ match: 'POST /v1/checkout/sessions', fault, times: 2 })
      await testShop.shop.startCheckout(member)
      await clearFaults()
      const url = await urlOf(member)
      expect(await urlOf(member)).toBe(url)
      expect(await stockOf()).toEqual({ held: 1, sold: 0 })
      await payAt(url)
      await testShop.shop.recordPayment(sessionIn(url))
      expect(await stockOf()).toEqual({ held: 0, sold: 1 })
      const placed = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
      expect(placed).toHaveLength(1)
    },
  )

  test('a press four minutes later opens a page that the provider still takes', async () => {
    const member = await aBuyer()
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 2 })
    expect(await testShop.shop.startCheckout(member)).toMatchObject({ reason: 'provider-away' })
    await clearFaults()
    const earlier = (column: 'started_at' | 'expires_at') =>
      sql`${sql.identifier(column)} - interval '4 minutes'`
    await testShop.db
      .update(checkouts)
      .set({ startedAt: earlier('started_at'), expiresAt: earlier('expires_at') })
      .where(eq(checkouts.userId, member.id))
    const url = await urlOf(member)
    await payAt(url)
    await testShop.shop.recordPayment(sessionIn(url))
    const states = (await checkoutsOf(member.id)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['cancelled', 'paid'])
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })
})

describe('holds', () => {
  test('end after 30 minutes: the page is closed, then the stock is released', async () => {
    const member = await aBuyer()
    const url = await urlOf(member)
    testShop.pass(29)
    await testShop.shop.settlePendingPayments()
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    testShop.pass(2)
    await testShop.shop.settlePendingPayments()
    const session = await testShop.services.payments.getSession(sessionIn(url))
    expect(session!.state).toBe('expired')
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    const [checkout] = await checkoutsOf(member.id)
    expect(checkout!.state).toBe('expired')
    const { cart } = await testShop.shop.viewCart(member)
    expect(cart.lines).toHaveLength(1)
  })

  test('that were paid at the last moment become an order', async () => {
    const member = await aBuyer()
    await payAt(await urlOf(member))
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })

  test('never exceed the stock; a database constraint enforces it', async () => {
    await setStock(testShop.db, wine, 1)
    await expect(
      testShop.db.execute(sql`update products set held = 1, sold = 1 where id = ${wine}`),
    ).rejects.toThrow()
  })
})
