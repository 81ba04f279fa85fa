import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkouts, orders, products } from '#data/schema/trade.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { payAt, setFault, clearFaults } from '#tests/harness/provider.ts'

let house: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 300)
})

/** A member with a filled cart, ready to check out. */
async function aBuyer(cases = 1, method: 'ground' | 'pickup' = 'ground') {
  const member = await aMember(house.db)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: cases })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method })
  return member
}

const checkoutsOf = (userId: string) =>
  house.db.select().from(checkouts).where(eq(checkouts.userId, userId))

const stockOf = async () => {
  const [row] = await house.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

async function urlOf(member: { id: string }): Promise<string> {
  const started = await house.shop.startCheckout(member)
  if (!started.ok) throw new Error(`Not started: ${started.reason}`)
  return started.url
}

const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

describe('starting a checkout', () => {
  test('opens one page, holds the stock, and charges what the cart shows', async () => {
    const member = await aBuyer(2)
    const url = await urlOf(member)
    const session = await house.parts.payments.getSession(sessionIn(url))
    const { totals } = await house.shop.viewCart(member)
    expect(session!.amountTotal).toBe(totals.total)
    expect(totals.total).toBe(90_000 + 5_000 + 6_525)
    expect(await stockOf()).toEqual({ held: 2, sold: 0 })
  })

  test('twenty clicks are one checkout, one page and one hold', async () => {
    const member = await aBuyer()
    const urls = await Promise.all(Array.from({ length: 20 }, () => urlOf(member)))
    expect(new Set(urls).size).toBe(1)
    expect(await checkoutsOf(member.id)).toHaveLength(1)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('a changed cart closes the older page before the newer one opens', async () => {
    const member = await aBuyer()
    const older = await urlOf(member)
    await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 3 })
    const newer = await urlOf(member)
    expect(newer).not.toBe(older)
    const closed = await house.parts.payments.getSession(sessionIn(older))
    expect(closed!.state).toBe('expired')
    expect(await stockOf()).toEqual({ held: 3, sold: 0 })
  })

  test('a changed cart whose older page was paid answers that it is paid', async () => {
    const member = await aBuyer()
    await payAt(await urlOf(member))
    await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
    expect(await house.shop.startCheckout(member)).toEqual({ ok: false, reason: 'already-paid' })
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })

  test('what the caller claims and the server knows otherwise is refused, nothing held', async () => {
    const member = await aBuyer()
    for (const claims of [
      { quantity: 2 },
      { productId: 'malbec-2021' },
      { stripeShippingId: 'shr_forged' },
      { priceProductId: 'price_forged' },
      { californiaTaxId: 'txr_forged' },
    ]) {
      const started = await house.shop.startCheckout(member, claims)
      expect(started).toEqual({ ok: false, reason: 'disagrees' })
    }
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('an address wine may not go to is refused; local pickup asks for none', async () => {
    const far = await aMember(house.db, { state: 'UT', zipCode: '84101' })
    await house.shop.changeCart(far, { kind: 'add', productId: wine })
    await house.shop.changeCart(far, { kind: 'choose-shipping', method: 'ground' })
    expect(await house.shop.startCheckout(far)).toEqual({ ok: false, reason: 'state-not-served' })
    await house.shop.changeCart(far, { kind: 'choose-shipping', method: 'pickup' })
    expect((await house.shop.startCheckout(far)).ok).toBe(true)
  })

  test('of two wines one of which is short, neither is held', async () => {
    const other = 'malbec-2021'
    await house.db.update(products).set({ releaseState: 'on-sale' }).where(eq(products.id, other))
    const member = await aBuyer()
    await house.shop.changeCart(member, { kind: 'add', productId: other })
    await setStock(house.db, other, 0)
    const started = await house.shop.startCheckout(member)
    await house.db.update(products).set({ releaseState: 'closed' }).where(eq(products.id, other))
    expect(started).toEqual({ ok: false, reason: 'sold-out' })
    expect(await checkoutsOf(member.id)).toEqual([])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('more than is left: told so, not that it is sold out', async () => {
    const member = await aBuyer(2)
    await setStock(house.db, wine, 1)
    expect(await house.shop.startCheckout(member)).toEqual({ ok: false, reason: 'few-left' })
    expect(await checkoutsOf(member.id)).toEqual([])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('fifty for the last case: one page, and the others are told it is sold out', async () => {
    await setStock(house.db, wine, 1)
    const buyers = await Promise.all(Array.from({ length: 50 }, () => aBuyer()))
    const started = await Promise.all(buyers.map((buyer) => house.shop.startCheckout(buyer)))
    expect(started.filter((one) => one.ok)).toHaveLength(1)
    const reasons = started.flatMap((one) => (one.ok ? [] : [one.reason]))
    expect(new Set(reasons)).toEqual(new Set(['sold-out']))
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })
})

describe('when the provider fails', () => {
  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    '%s: nobody is charged twice, and a second press opens one payable page',
    async (fault) => {
      const member = await aBuyer()
      await setFault({ match: 'POST /v1/checkout/sessions', fault, times: 2 })
      await house.shop.startCheckout(member)
      await clearFaults()
      const url = await urlOf(member)
      expect(await urlOf(member)).toBe(url)
      expect(await stockOf()).toEqual({ held: 1, sold: 0 })
      await payAt(url)
      await house.shop.recordPayment(sessionIn(url))
      expect(await stockOf()).toEqual({ held: 0, sold: 1 })
      const books = await house.db.select().from(orders).where(eq(orders.userId, member.id))
      expect(books).toHaveLength(1)
    },
  )
})

describe('holds', () => {
  test('end after 30 minutes: the page is closed, then the wine is free again', async () => {
    const member = await aBuyer()
    const url = await urlOf(member)
    house.pass(31)
    await house.shop.reconcilePayments()
    const session = await house.parts.payments.getSession(sessionIn(url))
    expect(session!.state).toBe('expired')
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    const [checkout] = await checkoutsOf(member.id)
    expect(checkout!.state).toBe('expired')
    const { cart } = await house.shop.viewCart(member)
    expect(cart.lines).toHaveLength(1)
  })

  test('that were paid in the last moment become an order instead', async () => {
    const member = await aBuyer()
    await payAt(await urlOf(member))
    house.pass(31)
    await house.shop.reconcilePayments()
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })

  test('never let held and sold exceed the stock, also for the database itself', async () => {
    await setStock(house.db, wine, 1)
    await expect(
      house.db.execute(sql`update products set held = 1, sold = 1 where id = ${wine}`),
    ).rejects.toThrow()
  })
})
