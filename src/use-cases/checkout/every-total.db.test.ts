import { randomUUID } from 'node:crypto'

import { inArray, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openCheckoutsOf } from '#data/forget-person.ts'
import { users } from '#data/schema/people.ts'
import { cartLines, carts, orders, products } from '#data/schema/trade.ts'
import type { ShipToState } from '#domain/ship-to.ts'
import { shipToStateCodes } from '#domain/ship-to.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { shippingMethods } from '#domain/shipping.ts'
import { zipPrefixes } from '#domain/zip-prefixes.ts'
import { askProvider, cardToken, payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { endCheckout } from './end-checkout.ts'

let house: TestShop
const malbec = 'malbec-2022'
const others = ['cabernet-sauvignon-2021', 'malbec-2021'] as const
const askedByBank = '4000002760003184'

/** Every wine is on sale and in plenty, so that carts can be mixed. */
beforeAll(async () => {
  house = await openTestShop()
  const { db, parts } = house
  await db.update(products).set({ stock: null })
  await db
    .update(products)
    .set({ releaseState: 'on-sale' })
    .where(inArray(products.id, [...others]))
  const made = await Promise.all(
    others.map((name) =>
      askProvider().prices.create({
        currency: 'usd',
        unit_amount: 55_500,
        tax_behavior: 'exclusive',
        product_data: { name },
      }),
    ),
  )
  const added = Object.fromEntries(made.map((price, index) => [others[index]!, price.id]))
  parts.settings.priceIds = { ...parts.settings.priceIds, ...added }
})
afterAll(() => house.close())

type Purchase = { state: ShipToState; method: ShippingMethod; lines: Record<string, number> }

/** Members with their carts, in three statements. */
async function buyersOf(purchases: readonly Purchase[]): Promise<{ id: string }[]> {
  const buyers = purchases.map((purchase) => ({ ...purchase, id: randomUUID() }))
  await house.db.insert(users).values(
    buyers.map(({ id, state }) => ({
      id,
      name: 'Ana Ruiz',
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: `${id}@example.com`,
      address: '1200 Main Street',
      city: 'Springfield',
      state,
      zipCode: `${zipPrefixes[state][0][0]}01`.padStart(5, '0'),
    })),
  )
  await house.db
    .insert(carts)
    .values(buyers.map(({ id, method }) => ({ userId: id, shippingMethod: method })))
  await house.db
    .insert(cartLines)
    .values(
      buyers.flatMap(({ id, lines }) =>
        Object.entries(lines).map(([productId, quantity]) => ({ userId: id, productId, quantity })),
      ),
    )
  return buyers
}

const shownTo = async (buyer: { id: string }) => (await house.shop.viewCart(buyer)).totals.total

async function pageOf(buyer: { id: string }): Promise<string> {
  const started = await house.shop.startCheckout(buyer)
  if (!started.ok) throw new Error(started.reason)
  return started.url
}

async function sessionOf(url: string) {
  return askProvider().checkout.sessions.retrieve(/cs_[^/?#]+/.exec(url)![0])
}

async function cardPaymentOf(buyer: { id: string }, amount: number, number?: string) {
  const paid = await house.shop.payByCard(buyer, { token: await cardToken(number), amount })
  if (!paid.ok) throw new Error(paid.reason)
  return askProvider().paymentIntents.retrieve(paid.payment.id)
}

/** Does it for all, a few at a time; every member has one connection's turn. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

const everyPurchase: Purchase[] = shipToStateCodes.flatMap((state) =>
  shippingMethods.flatMap((method) =>
    [1, 2, 3].map((cases) => ({ state, method, lines: { [malbec]: cases } })),
  ),
)

describe('the total shown is the total charged, to the cent', () => {
  test('on the payment page: every state, method and count', async () => {
    const differing: string[] = []
    const buyers = await buyersOf(everyPurchase)
    await forEach([...everyPurchase.entries()], async ([index, { state, method, lines }]) => {
      const buyer = buyers[index]!
      const shown = await shownTo(buyer)
      const { amount_total: asked } = await sessionOf(await pageOf(buyer))
      if (asked !== shown) {
        differing.push(`${state} ${method} ${lines[malbec]}: ${shown} shown, ${asked} asked`)
      }
    })
    expect(buyers).toHaveLength(31 * 3 * 3)
    expect(differing).toEqual([])
  })

  test('by card: every state, method and count', async () => {
    const differing: string[] = []
    const buyers = await buyersOf(everyPurchase)
    await forEach([...everyPurchase.entries()], async ([index, { state, method, lines }]) => {
      const buyer = buyers[index]!
      const shown = await shownTo(buyer)
      const { amount: asked } = await cardPaymentOf(buyer, shown, askedByBank)
      if (asked !== shown) {
        differing.push(`${state} ${method} ${lines[malbec]}: ${shown} shown, ${asked} asked`)
      }
    })
    expect(differing).toEqual([])
  })

  const mixes: Record<string, number>[] = [
    { [malbec]: 1 },
    { [malbec]: 2 },
    { [malbec]: 3 },
    { [malbec]: 1, [others[0]]: 1 },
    { [others[0]]: 1, [others[1]]: 1 },
    { [malbec]: 2, [others[0]]: 1 },
    { [malbec]: 1, [others[1]]: 2 },
    { [others[0]]: 3 },
    { [malbec]: 1, [others[0]]: 1, [others[1]]: 1 },
  ]
  const mixed = mixes.flatMap((lines) =>
    shippingMethods.map((method) => ({ state: 'NY', method, lines }) as const),
  )

  test('really taken, both ways, for every mix of wines and method', async () => {
    const [onPage, byCard] = [await buyersOf(mixed), await buyersOf(mixed)]
    await forEach([...mixed.keys()], async (index) => {
      const told = JSON.stringify(mixed[index])
      const shown = await shownTo(onPage[index]!)
      const url = await pageOf(onPage[index]!)
      await payAt(url)
      const session = await sessionOf(url)
      expect(session, told).toMatchObject({ amount_total: shown, payment_status: 'paid' })

      const intent = await cardPaymentOf(byCard[index]!, shown)
      expect(intent.amount_received, told).toBe(shown)
      for (const payment of [session.id, intent.id]) await house.shop.recordPayment(payment)
      for (const buyer of [onPage[index]!, byCard[index]!]) {
        const history = await house.shop.orderHistory(buyer, 1)
        expect(
          history.orders.map((order) => order.totalCents),
          told,
        ).toEqual([shown])
      }
    })
    // An order comes to what was taken; of one that should have come to something else staff are told.
    expect(await house.db.$count(orders, isNotNull(orders.attention))).toBe(0)
  })
})

test('many carts of the same wines at once never wait for each other crosswise', async () => {
  const wines = [malbec, ...others]
  const purchases = Array.from({ length: 120 }, (_, index) => {
    const turned = index % 2 ? wines : wines.toReversed()
    const lines = Object.fromEntries(turned.map((wine) => [wine, 1]))
    return { state: 'NY', method: 'ground', lines } as const
  })
  const buyers = await buyersOf(purchases)
  const urls = await Promise.all(buyers.map(pageOf))
  expect(new Set(urls).size).toBe(buyers.length)
  const countsOf = async () => {
    const rows = await house.db.select().from(products).where(inArray(products.id, wines))
    return rows.map(({ id, held, sold }) => ({ id, held, sold })).toSorted(byId)
  }
  const before = await countsOf()
  const [paying, leaving] = [urls.slice(0, 20), buyers.slice(20, 40)]
  await Promise.all(paying.map((url) => payAt(url)))
  await Promise.all([
    ...paying.map((url) => house.shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])),
    ...leaving.map((buyer) => leave(buyer)),
  ])
  expect(await countsOf()).toEqual(
    before.map(({ id, held, sold }) => ({ id, held: held - 40, sold: sold + 20 })),
  )
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

/** Gives back what somebody's open checkout holds. */
async function leave(buyer: { id: string }) {
  for (const checkout of await openCheckoutsOf(house.db, buyer.id)) {
    await endCheckout(house.parts, checkout, 'cancelled')
  }
}
