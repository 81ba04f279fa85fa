import { randomUUID } from 'node:crypto'

import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { shippingMethods } from '#catalogue/destinations/shipping.rules.ts'
import { zipPrefixes } from '#catalogue/destinations/zip-prefixes.rules.ts'
import { cartLines, carts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderFlags } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'
import { providerClient, cardToken, payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { openCheckoutsOf } from './checkouts.store.server.ts'
import { endCheckout } from './end-checkout.actions.server.ts'

let testShop: TestShop
const malbec = 'malbec-2022'
const others = ['cabernet-sauvignon-2021', 'malbec-2021'] as const
const askedByBank = '4000002760003184'

/** Every wine is on sale with ample stock, so that carts can be mixed. */
beforeAll(async () => {
  testShop = await openTestShop()
  const { db, services } = testShop
  await db.update(products).set({ stock: null })
  await db
    .update(products)
    .set({ releaseState: 'on-sale' })
    .where(inArray(products.id, [...others]))
  const made = await Promise.all(
    others.map((name) =>
      providerClient().prices.create({
        currency: 'usd',
        unit_amount: 55_500,
        tax_behavior: 'exclusive',
        product_data: { name },
      }),
    ),
  )
  const added = Object.fromEntries(made.map((price, index) => [others[index]!, price.id]))
  services.settings.priceIds = { ...services.settings.priceIds, ...added }
})
afterAll(() => testShop.close())

type Purchase = { state: Destination; method: ShippingMethod; lines: Record<string, number> }

/** Users with carts, inserted in three statements. */
async function buyersOf(purchases: readonly Purchase[]): Promise<{ id: string }[]> {
  const buyers = purchases.map((purchase) => ({ ...purchase, id: randomUUID() }))
  await testShop.db.insert(users).values(
    buyers.map(({ id, state }) => ({
      id,
      name: 'Ana Ruiz',
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: `${id}@example.com`,
      address: '1200 Main Street',
      city: 'Springfield',
      state,
      zipCode: `${zipPrefixes[state].slice(0, 3)}01`,
    })),
  )
  await testShop.db
    .insert(carts)
    .values(buyers.map(({ id, method }) => ({ userId: id, shippingMethod: method })))
  await testShop.db
    .insert(cartLines)
    .values(
      buyers.flatMap(({ id, lines }) =>
        Object.entries(lines).map(([productId, quantity]) => ({ userId: id, productId, quantity })),
      ),
    )
  return buyers
}

const shownTo = async (buyer: { id: string }) =>
  (await testShop.shop.viewCart(buyer)).totals.charged

async function pageOf(buyer: { id: string }): Promise<string> {
  const started = await testShop.shop.startCheckout(buyer)
  if (!started.ok) throw new Error(started.reason)
  return started.url
}

async function sessionOf(url: string) {
  return providerClient().checkout.sessions.retrieve(/cs_[^/?#]+/.exec(url)![0])
}

/** Each from a network of its own: attempts with cards are limited by network. */
let networks = 0

async function cardPaymentOf(buyer: { id: string }, amount: number, number?: string) {
  networks++
  const address = `198.18.${networks >> 8}.${networks & 255}`
  const token = await cardToken(number)
  const paid = await testShop.shop.payByCard(buyer, { token, amount, address })
  if (!paid.ok) throw new Error(paid.reason)
  return providerClient().paymentIntents.retrieve(paid.payment.id)
}

/** Runs the work for all items, eight at a time, within the connection pool. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

const everyPurchase: Purchase[] = statesServed('2026-11-20').flatMap((state) =>
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
      const { amount_total: charged } = await sessionOf(await pageOf(buyer))
      if (charged !== shown) {
        differing.push(`${state} ${method} ${lines[malbec]}: ${shown} shown, ${charged} charged`)
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
      const { amount: charged } = await cardPaymentOf(buyer, shown, askedByBank)
      if (charged !== shown) {
        differing.push(`${state} ${method} ${lines[malbec]}: ${shown} shown, ${charged} charged`)
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

  test('is really charged, both ways, for every mix of wines and method', async () => {
    const [onPage, byCard] = [await buyersOf(mixed), await buyersOf(mixed)]
    await forEach([...mixed.keys()], async (index) => {
      const context = JSON.stringify(mixed[index])
      const shown = await shownTo(onPage[index]!)
      const url = await pageOf(onPage[index]!)
      await payAt(url)
      const session = await sessionOf(url)
      expect(session, context).toMatchObject({ amount_total: shown, payment_status: 'paid' })

      const intent = await cardPaymentOf(byCard[index]!, shown)
      expect(intent.amount_received, context).toBe(shown)
      for (const payment of [session.id, intent.id]) await testShop.shop.recordPayment(payment)
      for (const buyer of [onPage[index]!, byCard[index]!]) {
        const history = await testShop.shop.orderHistory(buyer, 1)
        expect(
          history.orders.map((order) => order.totalCents),
          context,
        ).toEqual([shown])
      }
    })
    // The order's total is the charged amount; a mismatch would have raised a flag.
    expect(await testShop.db.$count(orderFlags)).toBe(0)
  })
})

test('concurrent carts of the same wines never deadlock', async () => {
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
    const rows = await testShop.db.select().from(products).where(inArray(products.id, wines))
    return rows.map(({ id, held, sold }) => ({ id, held, sold })).toSorted(byId)
  }
  const before = await countsOf()
  const [paying, leaving] = [urls.slice(0, 20), buyers.slice(20, 40)]
  await Promise.all(paying.map((url) => payAt(url)))
  await Promise.all([
    ...paying.map((url) => testShop.shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])),
    ...leaving.map((buyer) => leave(buyer)),
  ])
  expect(await countsOf()).toEqual(
    before.map(({ id, held, sold }) => ({ id, held: held - 40, sold: sold + 20 })),
  )
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

/** Ends the buyer's open checkouts. */
async function leave(buyer: { id: string }) {
  for (const checkout of await openCheckoutsOf(testShop.db, buyer.id)) {
    await endCheckout(testShop.services, checkout, 'cancelled')
  }
}
