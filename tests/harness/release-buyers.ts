import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect } from 'vitest'

import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'

import { allocate, aRelease } from './a-release.ts'
import { inconsistencies } from './consistency.ts'
import { payAt } from './provider.ts'
import type { TestShop } from './test-shop.ts'
import { aMember, openTestShop } from './test-shop.ts'

export type Released = Awaited<ReturnType<typeof aRelease>>

/** A release of a wine that has a price at the provider. */
export async function released(
  { db, stripe }: TestShop,
  wish: Parameters<typeof aRelease>[1] = {},
): Promise<Released> {
  const made = await aRelease(db, wish)
  const { data } = await stripe.prices.list({ limit: 1 })
  const { id: priceId } = await stripe.prices.create({
    product: data[0]!.product as string,
    currency: 'usd',
    unit_amount: 45_000,
  })
  await db.update(products).set({ priceId }).where(eq(products.id, made.wine))
  return made
}

/** Fills a cart beyond the limits of its page, as a crafted request or an outdated tab does. */
export async function forceCart(
  { db }: TestShop,
  member: { id: string },
  wine: string,
  quantity: number,
) {
  await db.execute(sql`
    insert into carts (user_id, shipping_method) values (${member.id}, 'ground')
    on conflict (user_id) do update set shipping_method = 'ground'`)
  await db.execute(sql`
    insert into cart_lines (user_id, product_id, quantity) values (${member.id}, ${wine}, ${quantity})
    on conflict (user_id, product_id) do update set quantity = ${quantity}`)
}

export const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/**
 * A shop with the actions of a release's customers and its counters. For the top of a test file: its
 * consistency is checked after each test, and it is closed after the last.
 */
export async function openReleaseShop() {
  const testShop = await openTestShop()
  const { db, shop } = testShop
  afterAll(() => testShop.close())
  afterEach(async () => {
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  })
  type Started = Awaited<ReturnType<TestShop['shop']['startCheckout']>>
  return {
    testShop,
    released: (wish?: Parameters<typeof aRelease>[1]) => released(testShop, wish),
    forceCart: (member: { id: string }, wine: string, quantity: number) =>
      forceCart(testShop, member, wine, quantity),
    startCheckout: (member: { id: string }) => shop.startCheckout(member),
    recordPayment: (session: string) => shop.recordPayment(session),

    async inCart(member: { id: string }, wine: string, quantity = 1) {
      const { changeCart } = shop
      await changeCart(member, { kind: 'add', productId: wine })
      const { whyNot } = await changeCart(member, {
        kind: 'set-quantity',
        productId: wine,
        quantity,
      })
      await changeCart(member, { kind: 'choose-shipping', method: 'ground' })
      return whyNot
    },

    async aCustomer(made: Released, units: number, wave = 0) {
      const member = await aMember(db)
      return { member, allocation: await allocate(db, made, member, units, wave) }
    },

    async wineOf({ wine }: Released) {
      const [row] = await db.select().from(products).where(eq(products.id, wine))
      const { stock, held, sold, promised } = row!
      return { held, sold, promised, free: stock! - held - sold - promised }
    },

    async allocationOf(id: string) {
      const [row] = await db.select().from(allocations).where(eq(allocations.id, id))
      return { units: row!.units, held: row!.held, bought: row!.bought }
    },

    async pay(started: Started) {
      if (!started.ok) throw new Error(started.reason)
      await payAt(started.url)
      return shop.recordPayment(sessionIn(started.url))
    },

    setRelease: (made: Released, change: Partial<typeof releases.$inferInsert>) =>
      db.update(releases).set(change).where(eq(releases.id, made.release.id)),
  }
}
