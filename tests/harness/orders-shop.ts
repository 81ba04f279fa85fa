import { randomUUID } from 'node:crypto'

import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { resolveFlag } from '#orders/flags/resolve-flag.actions.server.ts'
import { orderFlags, orders, refunds } from '#orders/order/tables.ts'
import type { RefundRequest } from '#orders/refunds/request-refund.actions.server.ts'
import { auditLog } from '#platform/audit/tables.ts'

import { withFlags } from './order-flags.ts'
import { clearFaults, payAt } from './provider.ts'
import { aMember, openTestShop, setStock } from './test-shop.ts'

/**
 * A shop with a hundred cases of one wine before each test, and what tests of paid orders do and read
 * in it. For the top of a test file, after whose tests it is closed.
 */
export async function openOrdersShop() {
  const testShop = await openTestShop()
  const wine = 'malbec-2022'
  const staff = {
    ...(await aMember(testShop.db)),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  afterAll(() => testShop.close())
  beforeEach(async () => {
    await clearFaults()
    await setStock(testShop.db, wine, 100)
  })

  /** A recorded, paid order of that many cases. */
  async function anOrder(cases = 2, card: Record<string, string> = {}) {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, {
      kind: 'set-quantity',
      productId: wine,
      quantity: cases,
    })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url, { email: member.email, ...card })
    await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
    return orderWhere(member.id)
  }

  const orderWhere = async (userId: string) =>
    (await testShop.db.select().from(orders).where(eq(orders.userId, userId)))[0]!

  const now = async ({ id }: { id: string }) => {
    const [row] = await testShop.db.select().from(orders).where(eq(orders.id, id))
    return withFlags(testShop.db, row!)
  }

  /** The audit log entries of an order, oldest first. */
  const logOf = ({ id }: { id: string }) =>
    testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

  const resolve = async (order: { id: string; number: number }, reason: string) => {
    const of = and(eq(orderFlags.orderId, order.id), sql`${orderFlags.reason} = ${reason}`)
    const [flag] = await testShop.db.select().from(orderFlags).where(of)
    return resolveFlag(testShop.services, staff, { number: order.number, flag: flag!.id })
  }

  const refundsOf = ({ id }: { id: string }) =>
    testShop.db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, id))
      .orderBy(asc(refunds.requestedAt))

  const atProvider = async (order: { paymentIntentId: string | null }) => {
    const { refunds: made } = await testShop.services.payments.afterSaleOf(order.paymentIntentId!)
    return made.map(({ amount }) => amount)
  }

  const refundEmailsOf = async ({ email, number }: { email: string; number: number }) => {
    const of = and(eq(mails.recipient, email), sql`${mails.props}->>'number' = ${String(number)}`)
    const rows = await testShop.db.select().from(mails).where(of)
    return rows.map(({ kind }) => kind).filter((kind) => kind === 'order-refunded')
  }

  const soldNow = async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    return row!.sold
  }

  const wish = (
    order: { number: number; totalCents: number },
    more: Partial<RefundRequest> = {},
  ): RefundRequest => ({
    number: order.number,
    amountCents: order.totalCents,
    reason: 'One bottle was corked.',
    stockBack: {},
    token: randomUUID(),
    ...more,
  })

  return {
    testShop,
    wine,
    staff,
    anOrder,
    orderWhere,
    now,
    logOf,
    resolve,
    refundsOf,
    atProvider,
    refundEmailsOf,
    soldNow,
    wish,
  }
}
