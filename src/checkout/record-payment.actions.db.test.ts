import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { releaseWines } from '#catalogue/on-sale/tables.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import { cartLines, checkouts, providerEvents } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { orderFlags, orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import { sessionOf } from '#payments/stripe-calls.adapter.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import type { Log } from '#platform/services/services.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import {
  providerClient,
  clearFaults,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import { released } from '#tests/harness/release-buyers.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { cartSnapshotOf, writeCart } from './cart/carts.store.server.ts'
import { recordPayment } from './record-payment.actions.server.ts'
import { returnFromPayment } from './return-from-payment.actions.server.ts'
import { settlePendingPayments } from './settle-pending-payments.actions.server.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10)
})

/** A user who has just paid on the hosted page, before any event has arrived. */
async function aPayer() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return { member, sessionId: await paidSession(member) }
}

/** The hosted page of a member's cart, paid. */
async function paidSession(member: { id: string }) {
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return /cs_[^/?#]+/.exec(started.url)![0]
}

const ordersOf = (userId: string) =>
  testShop.db.select().from(orders).where(eq(orders.userId, userId))

const emailsOf = async (number: number) =>
  testShop.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(sql`${mails.props}->>'number' = ${String(number)}`)

describe('a paid session', () => {
  test('becomes one order with its emails, empties the cart and sells the stock', async () => {
    const { member, sessionId } = await aPayer()
    const recorded = await testShop.shop.recordPayment(sessionId)
    expect(recorded).toMatchObject({ state: 'paid', isNew: true, userId: member.id })
    const [order] = await ordersOf(member.id)
    expect(order).toMatchObject({ totalCents: 51_763, state: 'paid', thankedAt: null })
    expect(order!.shipTo).toMatchObject({ state: 'CA', zipCode: '94110', rules: '2026-11-27' })
    expect(order!.shipTo).toMatchObject({
      statement: buyerStatements.delivery,
      statementShown: { channel: 'cart', at: expect.stringMatching(/^\d{4}-/) },
    })
    const session = await testShop.services.payments.getSession(sessionId)
    expect(session!.note).toBe(buyerStatements.delivery)
    const [buyer] = await testShop.db.select().from(users).where(eq(users.id, member.id))
    expect(buyer!.lastOrderAt).toEqual(order!.createdAt)
    expect((await emailsOf(order!.number)).map((mail) => mail.kind).sort()).toEqual([
      'order-confirmation',
      'order-notice',
    ])
    const { cart } = await testShop.shop.viewCart(member)
    expect(cart).toEqual({ lines: [], shipping: null })
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    expect(row).toMatchObject({ held: 0, sold: 1 })
  })

  test('says from when it ships, in its email and to its buyer, as its release says', async () => {
    const { db, shop } = testShop
    const shipsFrom = '2031-12-13'
    const made = await aRelease(db, { kind: 'open', shipsFrom })
    const current = { productId: wine, releaseId: made.release.id, position: 2 }
    await db.insert(releaseWines).values(current)
    const { member, sessionId } = await aPayer()
    await shop.recordPayment(sessionId)
    const [order] = (await shop.orderHistory(member, 1)).orders
    expect(order).toMatchObject({ shipsFrom })
    expect(await shop.viewPaidOrder(member, order!.id)).toMatchObject({ shipsFrom })
    const [mail] = await db
      .select({ props: mails.props })
      .from(mails)
      .where(and(eq(mails.kind, 'order-confirmation'), eq(mails.recipient, member.email)))
    expect(mail!.props).toMatchObject({ shipsFrom })
    await db.delete(releaseWines).where(eq(releaseWines.productId, wine))
  })

  test.each([
    ['2031-11-02', '2031-12-13'],
    ['2031-12-13', '2031-11-02'],
    ['2031-12-13', null],
    [null, '2031-12-13'],
  ])(
    'of two releases, which ship %s and %s, says the later day in its email',
    async (one, other) => {
      const { db, shop } = testShop
      const member = await aMember(db)
      for (const shipsFrom of [one, other]) {
        const { wine: productId } = await released(testShop, { kind: 'open', shipsFrom })
        await shop.changeCart(member, { kind: 'add', productId })
      }
      await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
      await shop.recordPayment(await paidSession(member))
      const [mail] = await db
        .select({ props: mails.props })
        .from(mails)
        .where(and(eq(mails.kind, 'order-confirmation'), eq(mails.recipient, member.email)))
      expect(mail!.props).toMatchObject({ shipsFrom: '2031-12-13' })
    },
  )

  test('makes one order however often and from however many sources it is reported', async () => {
    const { member, sessionId } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId)
    await Promise.all([
      ...Array.from({ length: 10 }, () => testShop.shop.recordPayment(sessionId)),
      ...Array.from({ length: 10 }, () => testShop.shop.receiveEvent(event.body, event.signature)),
      testShop.shop.settlePendingPayments(),
    ])
    const placed = await ordersOf(member.id)
    expect(placed).toHaveLength(1)
    expect(await emailsOf(placed[0]!.number)).toHaveLength(2)
  })

  test('leaves in the cart what was added after the payment page was opened', async () => {
    const { member, sessionId } = await aPayer()
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 3 })
    await testShop.shop.recordPayment(sessionId)
    const { cart } = await testShop.shop.viewCart(member)
    expect(cart).toMatchObject({ lines: [{ productId: wine, quantity: 2 }], shipping: 'ground' })
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('leaves in the cart what another tab adds at the same moment', async () => {
    const { member, sessionId } = await aPayer()
    const { version } = (await cartSnapshotOf(testShop.db, member.id))!
    const recorded = await testShop.db.transaction(async (tx) => {
      const line = { productId: wine, quantity: 3 }
      await writeCart(tx, member.id, { version }, { shipping: 'ground', line })
      const recording = testShop.shop.recordPayment(sessionId)
      await expect.poll(() => waitingForLocks(testShop.db)).toBe(1)
      return { recording }
    })
    expect(await recorded.recording).toMatchObject({ state: 'paid' })
    const { cart } = await testShop.shop.viewCart(member)
    expect(cart).toMatchObject({ lines: [{ productId: wine, quantity: 2 }], shipping: 'ground' })
  })

  test('leaves as the cart what was set apart for the next order', async () => {
    const { shop, db } = testShop
    const other = 'malbec-2021'
    const onSale = { releaseState: 'on-sale', priceCents: 45_000, stock: 10 } as const
    await db.update(products).set(onSale).where(eq(products.id, other))
    const { settings } = testShop.services
    settings.priceIds = { ...settings.priceIds, [other]: settings.priceIds[wine]! }
    const member = await aMember(db)
    await shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
    await shop.changeCart(member, { kind: 'set-quantity', productId: other, quantity: 3 })
    await shop.changeCart(member, { kind: 'keep-one-order' })
    const parted = (await shop.viewCart(member)).cart
    expect(parted.lines).toMatchObject([
      { productId: wine, quantity: 2 },
      { productId: other, quantity: 1 },
    ])
    expect(parted.later).toMatchObject([{ productId: other, quantity: 2 }])
    // Emptied and filled again, a line keeps what is set apart of it.
    await shop.changeCart(member, { kind: 'set-quantity', productId: other, quantity: 0 })
    expect((await shop.viewCart(member)).cart.later).toMatchObject([{ quantity: 2 }])
    await shop.changeCart(member, { kind: 'set-quantity', productId: other, quantity: 1 })
    await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
    // More than one order takes is set apart again.
    await db.update(cartLines).set({ later: 5 }).where(eq(cartLines.productId, other))
    await shop.recordPayment(await paidSession(member))
    const { cart } = await shop.viewCart(member)
    expect(cart.later).toMatchObject([{ productId: other, quantity: 2 }])
    expect(cart).toMatchObject({ lines: [{ productId: other, quantity: 3 }], shipping: 'ground' })
    const [order] = await ordersOf(member.id)
    expect(order!.subtotalCents).toBe(3 * 45_000)
    await db.update(products).set({ releaseState: 'closed' }).where(eq(products.id, other))
  })

  test('is being-confirmed when the buyer returns while the provider is unavailable', async () => {
    const { member, sessionId } = await aPayer()
    await setFault({ match: 'GET /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await testShop.shop.returnFromPayment(sessionId, '')).toEqual({
      state: 'being-confirmed',
    })
    await clearFaults()
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('is found by its checkout where the response with its id was lost', async () => {
    const { member, sessionId } = await aPayer()
    await testShop.db
      .update(checkouts)
      .set({ sessionId: null })
      .where(eq(checkouts.userId, member.id))
    expect(await testShop.shop.recordPayment(sessionId)).toMatchObject({ state: 'paid' })
    expect(await ordersOf(member.id)).toMatchObject([{ sessionId }])
  })

  test('is of the email typed on its page, else of that given with the order, else of the account', async () => {
    const { payments } = testShop.services
    const emailOf = async (typed: string | null, given: string | null) => {
      const getSession: typeof payments.getSession = async (id) => {
        const session = await payments.getSession(id)
        return session && { ...session, email: typed }
      }
      const { member, sessionId } = await aPayer()
      const own = eq(checkouts.userId, member.id)
      await testShop.db.update(checkouts).set({ email: given }).where(own)
      const services = { ...testShop.services, payments: { ...payments, getSession } }
      await recordPayment(services, sessionId)
      const [order] = await ordersOf(member.id)
      return order!.email === member.email ? 'of the account' : order!.email
    }
    expect(await emailOf('typed@example.com', 'given@example.com')).toBe('typed@example.com')
    expect(await emailOf(null, 'given@example.com')).toBe('given@example.com')
    expect(await emailOf(null, null)).toBe('of the account')
  })

  test('is found by the job when no event arrived', async () => {
    const { member } = await aPayer()
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(member.id)).toHaveLength(1)
  })

  test('that can’t be recorded does not stop the job for the others', async () => {
    const stuck = await aPayer()
    const well = await aPayer()
    const { payments } = testShop.services
    const now = testShop.services.clock()
    const paymentEventsSince = vi.fn<typeof payments.paymentEventsSince>(
      payments.paymentEventsSince,
    )
    const getSession: typeof payments.getSession = async (id) => {
      if (id === stuck.sessionId) throw new ProviderRefused('odd', 'This one is refused')
      return payments.getSession(id)
    }
    const error = vi.fn<Log['error']>()
    await settlePendingPayments({
      ...testShop.services,
      payments: { ...payments, getSession, paymentEventsSince },
      clock: () => now,
      log: { ...testShop.services.log, error },
    })
    expect(paymentEventsSince).toHaveBeenCalledExactlyOnceWith(
      new Date(now.getTime() - 90 * 60_000),
    )
    expect(await ordersOf(well.member.id)).toHaveLength(1)
    expect(await ordersOf(stuck.member.id)).toEqual([])
    expect(error).toHaveBeenCalledWith(
      { err: expect.any(ProviderRefused), event: expect.stringMatching(/^evt_/) },
      'payment not reconciled',
    )
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(stuck.member.id)).toHaveLength(1)
  })

  test('that alone the provider can’t tell does not stop the job for holds and refunds', async () => {
    const stuck = await aPayer()
    const waiting = await aPayer()
    await testShop.shop.recordPayment(waiting.sessionId)
    const [order] = await ordersOf(waiting.member.id)
    await testShop.db.insert(refunds).values({
      ...{ orderId: order!.id, requestKey: `staff:${order!.id}:1`, cause: 'staff' },
      ...{ amountCents: 100, requestedAt: new Date(Date.now() - 11 * 60_000) },
    })
    const late = await aMember(testShop.db)
    await testShop.shop.changeCart(late, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(late, { kind: 'choose-shipping', method: 'ground' })
    await testShop.shop.startCheckout(late)
    const own = eq(checkouts.userId, late.id)
    await testShop.db.update(checkouts).set({ expiresAt: new Date() }).where(own)
    const { payments } = testShop.services
    const getSession: typeof payments.getSession = async (id) => {
      if (id === stuck.sessionId) throw new ProviderUnavailable('This one fails')
      return payments.getSession(id)
    }
    await settlePendingPayments({ ...testShop.services, payments: { ...payments, getSession } })
    const [held] = await testShop.db.select().from(checkouts).where(own)
    expect(held!.state).toBe('expired')
    const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    expect(refund!.state).toBe('made')
    expect(await ordersOf(stuck.member.id)).toEqual([])
  })

  describe('that a hundred others are older than, which fail each minute,', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => n)
    const long = new Date(Date.now() - 48 * 60 * 60_000)
    /** Each run takes a hundred. */
    async function settleOften(changed: Partial<typeof testShop.services.payments>) {
      const payments = { ...testShop.services.payments, ...changed }
      const log = { ...testShop.services.log, error: () => {} }
      for (let run = 0; run < 5; run++) {
        await settlePendingPayments({ ...testShop.services, payments, log })
      }
    }

    test('is recorded', async () => {
      const { member, sessionId } = await aPayer()
      const event = { type: 'checkout.session.completed', createdAt: long }
      await testShop.db.insert(providerEvents).values([
        ...hundred.map((n) => ({
          ...event,
          ...{ id: `evt_stuck${n}`, objectId: 'cs_stuck', receivedAt: long },
        })),
        { ...event, id: 'evt_well', objectId: sessionId },
      ])
      await settleOften({
        paymentEventsSince: async () => [],
        async getSession(id) {
          if (id === 'cs_stuck') throw new ProviderRefused('odd', 'This one is refused')
          return testShop.services.payments.getSession(id)
        },
      })
      expect(await ordersOf(member.id)).toHaveLength(1)
      await testShop.db.delete(providerEvents).where(eq(providerEvents.objectId, 'cs_stuck'))
    })

    test('ends its hold', async () => {
      const hold = { channel: 'cart', fingerprint: '', ...withTotal({}) } as const
      await testShop.db
        .insert(checkouts)
        .values([
          ...hundred.map((n) => ({ ...hold, sessionId: `cs_stuck${n}`, expiresAt: long })),
          { ...hold, sessionId: 'cs_well', expiresAt: new Date() },
        ])
      await settleOften({
        expireSession: async (id) =>
          ({ id, state: id === 'cs_well' ? 'expired' : 'open' }) as PaymentSession,
      })
      const open = await testShop.db.select().from(checkouts).where(eq(checkouts.state, 'open'))
      expect(open.map(({ sessionId }) => sessionId)).not.toContain('cs_well')
      expect(open.length).toBeGreaterThanOrEqual(100)
      await testShop.db.delete(checkouts).where(like(checkouts.sessionId, 'cs_stuck%'))
    })

    test('is refunded', async () => {
      const refundOf = async (key: string, requestedAt: Date) => {
        const { member, sessionId } = await aPayer()
        await testShop.shop.recordPayment(sessionId)
        const [order] = await ordersOf(member.id)
        const row = { orderId: order!.id, cause: 'staff', amountCents: 1, requestedAt } as const
        return hundred.map((n) => ({ ...row, requestKey: `staff:${key}:${n}` }))
      }
      const stuck = await refundOf('stuck', long)
      const [well] = await refundOf('well', new Date(Date.now() - 11 * 60_000))
      await testShop.db.insert(refunds).values([...stuck, well!])
      const ofStuck = eq(orders.id, stuck[0]!.orderId)
      await testShop.db.update(orders).set({ paymentIntentId: null }).where(ofStuck)
      await settleOften({})
      const [made] = await testShop.db
        .select()
        .from(refunds)
        .where(eq(refunds.requestKey, well!.requestKey))
      expect(made!.state).toBe('made')
      await testShop.db.delete(refunds).where(eq(refunds.orderId, stuck[0]!.orderId))
    })
  })

  test('whose stock is gone by then is flagged for staff and refunded automatically', async () => {
    const { member, sessionId } = await aPayer()
    // The hold ended without the provider's knowledge, and others bought the wine.
    await testShop.db.execute(
      sql`update checkouts set state = 'expired' where session_id = ${sessionId}`,
    )
    await setStock(testShop.db, wine, 0)
    await testShop.shop.recordPayment(sessionId)
    const [order] = await ordersOf(member.id)
    expect(await withFlags(testShop.db, order)).toMatchObject({
      flags: ['stock-gone'],
      state: 'paid',
      thankedAt: expect.any(Date),
    })
    const returned = await testShop.shop.returnFromPayment(sessionId, '')
    expect(returned).toMatchObject({ state: 'paid', notServed: 'stock-gone' })
    expect(await testShop.shop.thankBuyer(member, false)).toEqual({
      hasOrders: true,
      unthanked: null,
    })
    // Nothing of it was taken from the stock, nor can come back to it.
    const lines = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order!.id))
    expect(lines).toMatchObject([{ quantity: 1, returned: 1 }])
    const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    expect(refund).toMatchObject({
      ...{ cause: 'automatic', amountCents: order!.totalCents },
      reason: 'The last cases sold before your payment reached us, and we are sorry.',
    })
    expect(await isJobQueued(testShop.db, `refund:${refund!.id}`)).toBe(true)
    await testShop.shop.makeRefund(refund!.id)
    await testShop.shop.makeRefund(refund!.id)
    expect((await ordersOf(member.id))[0]).toMatchObject({
      state: 'refunded',
      refundedCents: order!.totalCents,
    })
    expect(await emailsOf(order!.number)).toEqual([{ kind: 'order-refunded' }])
  })
})

describe('without a payment', () => {
  test.each(['cs_test_unknown', '', '\u0000', "cs_' or 1=1", 'x'.repeat(5_000)])(
    'a session %j is unknown',
    async (id) => {
      expect(await testShop.shop.recordPayment(id)).toEqual({ state: 'unknown' })
    },
  )

  test('an unknown session returns unknown', async () => {
    expect(await testShop.shop.recordPayment('cs_test_unknown')).toEqual({ state: 'unknown' })
  })

  test('an open session changes nothing', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
    expect(await testShop.shop.recordPayment(sessionId)).toEqual({ state: 'open' })
    expect(await ordersOf(member.id)).toHaveLength(0)
  })

  test.each([
    ['another secret', { secret: 'whsec_wrong' }],
    ['six minutes ago', { secondsAgo: 360 }],
  ])('an event signed with %s is refused', async (_name, how) => {
    const { sessionId, member } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId, how)
    expect(await testShop.shop.receiveEvent(event.body, event.signature)).toBe('forged')
    expect(await ordersOf(member.id)).toHaveLength(0)
  })

  test('an event whose body was re-serialised is refused', async () => {
    const { sessionId } = await aPayer()
    const event = signedEvent('checkout.session.completed', sessionId)
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(event.body.toString()), null, 1))
    expect(await testShop.shop.receiveEvent(rewritten, event.signature)).toBe('forged')
  })
})

describe('a session this shop did not make for the checkout it names', () => {
  /** A session as a payment link's URL, or any other system on the account, can create it. */
  async function foreignSession(checkoutId: string, metadata: Record<string, string>) {
    const { settings } = testShop.services
    const session = await providerClient().checkout.sessions.create({
      mode: 'payment',
      client_reference_id: checkoutId,
      metadata,
      line_items: [{ price: settings.priceIds['malbec-2021-bottle']!, quantity: 1 }],
      success_url: 'http://localhost:3000/succes?session_id={CHECKOUT_SESSION_ID}',
    })
    await payAt(session.url!)
    return session.id
  }

  async function anOpenCheckout() {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 3 })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'overnight' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const [checkout] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.userId, member.id))
    return { member, checkout: checkout! }
  }

  test('does not pay it by client_reference_id', async () => {
    const { member, checkout } = await anOpenCheckout()
    const sessionId = await foreignSession(checkout.id, {})
    expect(await testShop.shop.recordPayment(sessionId)).toEqual({ state: 'unknown' })
    const event = signedEvent('checkout.session.completed', sessionId)
    expect(await testShop.shop.receiveEvent(event.body, event.signature)).toBe('settled')
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(member.id)).toEqual([])
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    expect(row).toMatchObject({ held: 3 })
  })

  test('of a payment link does not pay it by metadata either', async () => {
    const { member, checkout } = await anOpenCheckout()
    const sessionId = await foreignSession(checkout.id, { checkout: checkout.id })
    const session = await providerClient().checkout.sessions.retrieve(sessionId)
    expect(sessionOf({ ...session, payment_link: 'plink_1' }).checkoutId).toBeNull()
    expect(await ordersOf(member.id)).toEqual([])
  })

  test('or one paid short is refunded whole and sells nothing', async () => {
    const { member, sessionId } = await aPayer()
    const { payments } = testShop.services
    const getSession: typeof payments.getSession = async (id) => {
      const session = await payments.getSession(id)
      return session && { ...session, amountTotal: 15_000 }
    }
    const services = { ...testShop.services, payments: { ...payments, getSession } }
    expect(await recordPayment(services, sessionId)).toMatchObject({ notServed: 'amount-short' })
    expect(await recordPayment(services, sessionId)).toMatchObject({ notServed: 'amount-short' })
    const [order] = await ordersOf(member.id)
    expect(await withFlags(testShop.db, order)).toMatchObject({
      totalCents: 15_000,
      flags: ['amount-short'],
    })
    expect(await emailsOf(order!.number)).toEqual([])
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    expect(row).toMatchObject({ held: 0, sold: 0 })
    const requested = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    expect(requested).toMatchObject([{ cause: 'automatic', amountCents: 15_000 }])
  })
})

test('a session paid a cent too much is served and flagged', async () => {
  const { member, sessionId } = await aPayer()
  const { payments } = testShop.services
  const getSession: typeof payments.getSession = async (id) => {
    const session = await payments.getSession(id)
    return session && { ...session, amountTotal: session.amountTotal + 1 }
  }
  const services = { ...testShop.services, payments: { ...payments, getSession } }
  expect(await recordPayment(services, sessionId)).toMatchObject({ state: 'paid', notServed: null })
  const [order] = await ordersOf(member.id)
  expect(await withFlags(testShop.db, order)).toMatchObject({
    totalCents: 51_764,
    flags: ['amount-differs'],
  })
})

test('a recorded order was not served only where its wine could not be had, whatever else flags it', async () => {
  const { db, shop } = testShop
  const { member, sessionId } = await aPayer()
  await shop.recordPayment(sessionId)
  const [order] = await ordersOf(member.id)
  for (const [reason, notServed] of [
    ['amount-differs', null],
    ['address-differs', null],
    ['refund-failed', null],
    ['disputed', null],
    ['no-longer-served', null],
    ['stock-gone', 'stock-gone'],
    // Why it was not is read of its amounts and its verdict.
    ['amount-short', 'stock-gone'],
    ['address-not-served', 'stock-gone'],
  ] as const) {
    await raiseFlag(db, order!.id, reason)
    expect(await shop.recordPayment(sessionId), reason).toMatchObject({ isNew: false, notServed })
    await db.delete(orderFlags).where(eq(orderFlags.orderId, order!.id))
  }
})

test('the database takes no second order of a checkout, a session or a payment', async () => {
  const [one, two] = [await aPayer(), await aPayer()]
  for (const { sessionId } of [one, two]) await testShop.shop.recordPayment(sessionId)
  const [[first], [second]] = [await ordersOf(one.member.id), await ordersOf(two.member.id)]
  for (const column of ['checkoutId', 'sessionId', 'paymentIntentId'] as const) {
    const taken = { [column]: first![column] }
    const written = testShop.db.update(orders).set(taken).where(eq(orders.id, second!.id))
    await expect(written, column).rejects.toMatchObject({ cause: { code: '23505' } })
  }
})

test('unknown ids are looked up ten times an hour per network, known ones always', async () => {
  const { sessionId } = await aPayer()
  const { payments } = testShop.services
  const getSession = vi.fn<typeof payments.getSession>(payments.getSession)
  const services = { ...testShop.services, payments: { ...payments, getSession } }
  for (let n = 0; n < 30; n++) {
    const id = `cs_test_invented${n}`
    // A network of version 6 has more addresses than anyone can count.
    expect(await returnFromPayment(services, id, `2001:db8:0:1::${n}`)).toEqual({
      state: 'unknown',
    })
  }
  expect(getSession).toHaveBeenCalledTimes(10)
  await returnFromPayment(services, 'cs_test_other', '2001:db8:0:2::1')
  expect(getSession).toHaveBeenCalledTimes(11)
  expect(await returnFromPayment(services, sessionId, '2001:db8:0:1::1')).toMatchObject({
    state: 'paid',
  })
})

test('the page to return to asks the provider about one open payment ten times in ten minutes', async () => {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  const asked = vi.spyOn(testShop.services.payments, 'getSession')
  const comesBack = () => testShop.shop.returnFromPayment(sessionId, '203.0.113.5')
  for (let time = 0; time < 40; time++) expect(await comesBack()).toEqual({ state: 'open' })
  expect(asked).toHaveBeenCalledTimes(10)
  await payAt(started.url)
  testShop.pass(10)
  expect(await comesBack()).toMatchObject({ state: 'paid', isNew: true })
  expect(asked).toHaveBeenCalledTimes(11)
  expect(await comesBack()).toMatchObject({ state: 'paid', isNew: false })
  expect(asked).toHaveBeenCalledTimes(11)
  asked.mockRestore()
})
