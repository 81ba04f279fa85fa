import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderChanges, orderDifferences } from '#order-changes/tables.ts'
import { ownOrder, viewChanges } from '#order-changes/view-changes.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { CustomerAction } from '#platform/action/customer-action.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { shipmentLines, shipments } from '#shipping/tables.ts'

import { inconsistencies } from './consistency.ts'
import { clearFaults, payAt } from './provider.ts'
import { shippingStaff } from './shipping.ts'
import { aMember, openTestShop, setStock } from './test-shop.ts'

type Wish = {
  cases?: number
  method?: 'ground' | 'overnight' | 'pickup'
  wine?: string
  member?: { id: string; email: string }
  card?: string
}

/**
 * A shop with fulfilment and paid orders that their buyers change. For the top of a test file: its consistency
 * is checked after each test, and it is closed after the last.
 */
export async function openChangesShop() {
  const testShop = await openTestShop()
  const { db, shop, services } = testShop
  const staff = await shippingStaff(testShop)
  await setStock(db, 'malbec-2022', 10_000)
  afterAll(() => testShop.close())
  beforeEach(clearFaults)
  afterEach(async () => {
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  })

  /** A paid order with its shipment, which is ready. */
  async function anOrder(wish: Wish = {}) {
    const { cases = 3, method = 'ground', wine = 'malbec-2022', member, card } = wish
    const buyer = member ?? (await aMember(db))
    await shop.changeCart(buyer, { kind: 'add', productId: wine })
    await shop.changeCart(buyer, { kind: 'set-quantity', productId: wine, quantity: cases })
    await shop.changeCart(buyer, { kind: 'choose-shipping', method })
    const started = await shop.startCheckout(buyer)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url, { email: buyer.email, ...(card && { card }) })
    await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
    const of = eq(orders.userId, buyer.id)
    const [order] = await db.select().from(orders).where(of).orderBy(desc(orders.number)).limit(1)
    await recomputeReadiness(services, { orderId: order!.id })
    return { buyer, order: order!, shipment: (await boxesOf(order!))[0]! }
  }
  type Bought = Awaited<ReturnType<typeof anOrder>>

  const boxesOf = ({ id }: Pick<Order, 'id'>) =>
    db.select().from(shipments).where(eq(shipments.orderId, id)).orderBy(shipments.number)

  /** Sends the form of a change as the buyer, or by a guest's link. */
  const change = <Ran, Fields extends object>(
    action: CustomerAction<Ran, 'anyone', 'change' | 'preview', Fields>,
    { buyer, order }: Bought,
    fields: Partial<Fields> = {},
    { key = randomUUID(), token }: { key?: string; token?: string } = {},
  ) =>
    action(
      services,
      token === undefined ? (buyer as never) : null,
      {
        ...(token === undefined ? { number: String(order.number) } : { token }),
        seen: '0',
        ...fields,
      } as unknown as Fields,
      { key },
    )

  const viewed = async ({ buyer, order }: Bought) => {
    const own = await ownOrder(services, buyer as never, { number: String(order.number) })
    return viewChanges(services, own!)
  }

  /** What was paid more for its shipping, or is asked for. */
  const differencesOf = ({ order }: Bought) =>
    db
      .select({ difference: orderDifferences, paymentId: checkouts.paymentIntentId })
      .from(orderDifferences)
      .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
      .where(eq(orderDifferences.orderId, order.id))
      .orderBy(checkouts.startedAt)

  return {
    testShop,
    staff,
    anOrder,
    change,
    viewed,
    boxesOf,
    differencesOf,
    /** Refunds at the provider of what was paid in differences, in cents. */
    async differencesBack(bought: Bought): Promise<number[]> {
      const back: number[] = []
      for (const { paymentId } of await differencesOf(bought)) {
        if (!paymentId) continue
        const { refunds: made } = await services.payments.afterSaleOf(paymentId)
        back.push(...made.map(({ amount }) => amount))
      }
      return back
    },
    changesOf: ({ order }: Bought) =>
      db
        .select()
        .from(orderChanges)
        .where(eq(orderChanges.orderId, order.id))
        .orderBy(orderChanges.at),
    refundsOf: ({ order }: Bought) =>
      db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(refunds.requestedAt),
    orderNow: async ({ order }: Bought) =>
      (await db.select().from(orders).where(eq(orders.id, order.id)))[0]!,
    /** Refunds at the provider, in cents. */
    async atProvider({ order }: Bought) {
      const { refunds: made } = await services.payments.afterSaleOf(order.paymentIntentId!)
      return made.map(({ amount }) => amount)
    },
    async unitsIn({ shipment }: Bought) {
      const of = eq(shipmentLines.shipmentId, shipment.id)
      return (await db.select().from(shipmentLines).where(of)).map(({ units }) => units)
    },
    async sold(wine = 'malbec-2022') {
      const [row] = await db.select().from(products).where(eq(products.id, wine))
      return row!.sold
    },
    asGuest: async ({ order }: Bought) => {
      await db.execute(sql`update orders set user_id = null where id = ${order.id}`)
      return services.orderLinks.sign(order.id)
    },
  }
}
