import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { mails } from '#data/schema/desk.ts'
import { users } from '#data/schema/people.ts'
import { orders, products, refunds } from '#data/schema/trade.ts'
import { ProviderRefused } from '#services/payments/payments.ts'
import type { Log } from '#use-cases/parts.ts'
import { clearFaults, payAt, setFault, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { reconcilePayments } from './reconcile-payments.ts'

let house: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 10)
})

/** A member who has just paid on the hosted page, with nothing told to the shop yet. */
async function aPayer() {
  const member = await aMember(house.db)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await house.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return { member, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

const ordersOf = (userId: string) => house.db.select().from(orders).where(eq(orders.userId, userId))

const letters = async (number: number) =>
  house.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(sql`${mails.props}->>'number' = ${String(number)}`)

describe('a paid session', () => {
  test('becomes one order with its letters, empties the cart and sells the stock', async () => {
    const { member, sessionId } = await aPayer()
    const recorded = await house.shop.recordPayment(sessionId)
    expect(recorded).toMatchObject({ state: 'paid', isNew: true, userId: member.id })
    const [order] = await ordersOf(member.id)
    expect(order).toMatchObject({ totalCents: 45_000 + 3_500 + 3_263, state: 'paid' })
    expect(order!.shipTo).toMatchObject({ state: 'CA', zipCode: '94110', rules: '2026-11-01' })
    expect(order!.shipTo!.statement).toContain('21 or older')
    const [buyer] = await house.db.select().from(users).where(eq(users.id, member.id))
    expect(buyer!.lastOrderAt).toEqual(order!.createdAt)
    expect((await letters(order!.number)).map((mail) => mail.kind).sort()).toEqual([
      'order-confirmation',
      'order-notice',
    ])
    const { cart } = await house.shop.viewCart(member)
    expect(cart).toEqual({ lines: [], shipping: null })
    const [row] = await house.db.select().from(products).where(eq(products.id, wine))
    expect(row).toMatchObject({ held: 0, sold: 1 })
  })

  test('is one order however often and from however many sides it is reported', async () => {
    const { member, sessionId } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId)
    await Promise.all([
      ...Array.from({ length: 10 }, () => house.shop.recordPayment(sessionId)),
      ...Array.from({ length: 10 }, () => house.shop.receiveEvent(event.body, event.signature)),
      house.shop.reconcilePayments(),
    ])
    const books = await ordersOf(member.id)
    expect(books).toHaveLength(1)
    expect(await letters(books[0]!.number)).toHaveLength(2)
  })

  test('leaves in the cart what was added after the payment page was opened', async () => {
    const { member, sessionId } = await aPayer()
    await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 3 })
    await house.shop.recordPayment(sessionId)
    const { cart } = await house.shop.viewCart(member)
    expect(cart).toMatchObject({ lines: [{ productId: wine, quantity: 2 }], shipping: 'ground' })
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('whose buyer comes back while the provider is away is being confirmed', async () => {
    const { member, sessionId } = await aPayer()
    await setFault({ match: 'GET /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await house.shop.returnFromPayment(sessionId)).toEqual({ state: 'being-confirmed' })
    await clearFaults()
    await house.shop.reconcilePayments()
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('is found by the job when no event ever came', async () => {
    const { member } = await aPayer()
    await house.shop.reconcilePayments()
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('that can’t be recorded keeps the job from no other', async () => {
    const stuck = await aPayer()
    const well = await aPayer()
    const { payments } = house.parts
    const getSession: typeof payments.getSession = async (id) => {
      if (id === stuck.sessionId) throw new ProviderRefused('odd', 'This one is refused')
      return payments.getSession(id)
    }
    const error = vi.fn<Log['error']>()
    await reconcilePayments({
      ...house.parts,
      payments: { ...payments, getSession },
      log: { ...house.parts.log, error },
    })
    expect(await ordersOf(well.member.id)).toHaveLength(1)
    expect(await ordersOf(stuck.member.id)).toEqual([])
    expect(error).toHaveBeenCalledWith(
      { err: expect.any(ProviderRefused), event: expect.stringMatching(/^evt_/) },
      'could not be reconciled',
    )
    await house.shop.reconcilePayments()
    expect(await ordersOf(stuck.member.id)).toHaveLength(1)
  })

  test('whose wine is gone meanwhile is kept for staff and given back by itself', async () => {
    const { member, sessionId } = await aPayer()
    // The hold ended without the provider knowing, and the wine went to others.
    await house.db.execute(
      sql`update checkouts set state = 'expired' where session_id = ${sessionId}`,
    )
    await setStock(house.db, wine, 0)
    await house.shop.recordPayment(sessionId)
    const [order] = await ordersOf(member.id)
    expect(order).toMatchObject({ attention: 'stock-gone', state: 'paid' })
    const returned = await house.shop.returnFromPayment(sessionId)
    expect(returned).toMatchObject({ state: 'paid', notServed: 'stock-gone' })
    expect(await house.shop.thankBuyer(member, false)).toEqual({ hasOrders: true, unthanked: null })
    const [refund] = await house.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    await house.shop.makeRefund(refund!.id)
    await house.shop.makeRefund(refund!.id)
    expect((await ordersOf(member.id))[0]).toMatchObject({
      state: 'refunded',
      refundedCents: order!.totalCents,
    })
    expect(await letters(order!.number)).toEqual([{ kind: 'order-refunded' }])
  })
})

describe('what is not a payment', () => {
  test.each(['cs_test_unknown', '', '\u0000', "cs_' or 1=1", 'x'.repeat(5_000)])(
    'a session %j is unknown',
    async (id) => {
      expect(await house.shop.recordPayment(id)).toEqual({ state: 'unknown' })
    },
  )

  test('an unknown session is unknown', async () => {
    expect(await house.shop.recordPayment('cs_test_unknown')).toEqual({ state: 'unknown' })
  })

  test('an open page leaves everything as it is', async () => {
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await house.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
    expect(await house.shop.recordPayment(sessionId)).toEqual({ state: 'open' })
    expect(await ordersOf(member.id)).toHaveLength(0)
  })

  test.each([
    ['another secret', { secret: 'whsec_wrong' }],
    ['six minutes ago', { secondsAgo: 360 }],
  ])('an event signed with %s is refused', async (_name, how) => {
    const { sessionId, member } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId, how)
    expect(await house.shop.receiveEvent(event.body, event.signature)).toBe('forged')
    expect(await ordersOf(member.id)).toHaveLength(0)
  })

  test('an event whose body was written anew is refused', async () => {
    const { sessionId } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId)
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(event.body.toString()), null, 1))
    expect(await house.shop.receiveEvent(rewritten, event.signature)).toBe('forged')
  })
})
