import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'

import { providerClient, cardToken, clearFaults } from './provider.ts'
import { aMember, openTestShop, setStock } from './test-shop.ts'

/** A user with a case in the cart. */
export type Buyer = Awaited<ReturnType<typeof aMember>>

/** What a case by ground costs, in cents. */
export const total = 45_000 + 3_500 + 3_263

/**
 * A shop with three hundred cases of one wine before each test, and what tests of payments by card do
 * and read in it. For the top of a test file, after whose tests it is closed.
 */
export async function openCardShop() {
  const testShop = await openTestShop()
  const wine = 'malbec-2022'
  afterAll(() => testShop.close())
  beforeEach(async () => {
    await clearFaults()
    await setStock(testShop.db, wine, 300)
  })

  /** A user with a case in the cart, ready to pay. */
  async function aBuyer(profile: Parameters<typeof aMember>[1] = {}) {
    const member = await aMember(testShop.db, profile)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
    return member
  }

  const pay = async (member: Buyer, number?: string, amount = total) =>
    testShop.shop.payByCard(member, { token: await cardToken(number), amount })

  async function paid(member: Buyer) {
    const result = await pay(member)
    if (!result.ok) throw new Error(result.reason)
    return result.payment
  }

  const ordersOf = (member: Buyer) =>
    testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const checkoutsOf = (member: Buyer) =>
    testShop.db.select().from(checkouts).where(eq(checkouts.userId, member.id))

  const stockOf = async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    return { held: row!.held, sold: row!.sold }
  }

  /** The amounts charged to the user at the provider. */
  async function chargesOf(member: Buyer): Promise<number[]> {
    const customer = await testShop.customerOf(member.id)
    if (!customer) return []
    const { data } = await providerClient().charges.list({ customer, limit: 100 })
    return data.filter((charge) => charge.paid).map((charge) => charge.amount_captured)
  }

  /** Expects exactly one charge and one order. */
  async function expectPaidOnce(member: Buyer) {
    expect(await chargesOf(member)).toEqual([total])
    const placed = await ordersOf(member)
    expect(placed.map((order) => order.totalCents)).toEqual([total])
    expect(placed[0]).toMatchObject({ channel: 'card', sessionId: null, email: member.email })
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  }

  return {
    testShop,
    wine,
    aBuyer,
    pay,
    paid,
    ordersOf,
    checkoutsOf,
    stockOf,
    chargesOf,
    expectPaidOnce,
  }
}
