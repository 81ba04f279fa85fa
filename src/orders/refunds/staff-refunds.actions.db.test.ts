import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { setStock } from '#catalogue/stock/set-stock.actions.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import { askRefund, previewRefund } from '#tests/harness/refunds.ts'
import { emailsTo } from '#tests/harness/shipping.ts'

import { recordAfterSale } from '../disputes/record-after-sale.actions.server.ts'
import { resolveFlag } from '../flags/resolve-flag.actions.server.ts'
import { orderList } from '../order/order-list.store.server.ts'
import { orderLines, orders } from '../order/tables.ts'
import { viewOrderAsStaff } from '../order/view-order-as-staff.actions.server.ts'
import { makeRefund } from './make-refund.actions.server.ts'
import { insertRefund, reduceRefund, returnSold } from './refunds.store.server.ts'
import { requestRefund } from './request-refund.actions.server.ts'

const {
  testShop,
  wine,
  staff,
  anOrder,
  now,
  logOf,
  refundsOf,
  atProvider,
  refundEmailsOf,
  soldNow,
  wish,
} = await openOrdersShop()

describe('staff refund', () => {
  test('all of it: the order, the provider, the buyer and the log agree', async () => {
    const order = await anOrder()
    const asked = await askRefund(testShop, staff, wish(order, { stockBack: { [wine]: 2 } }))
    expect(asked).toEqual({
      ok: true,
      state: 'made',
      amountCents: order.totalCents,
      failure: null,
    })
    expect(await now(order)).toMatchObject({
      state: 'refunded',
      refundedCents: order.totalCents,
      flags: [],
    })
    expect(await atProvider(order)).toEqual([order.totalCents])
    expect(await refundEmailsOf(order)).toEqual(['order-refunded'])
    expect(await emailsTo(testShop, order.email, 'order-refunded')).toMatchObject([
      {
        props: {
          totalCents: order.totalCents,
          isPart: false,
          reason: 'One bottle was corked.',
          ordered: [{ description: '2022 Malbec, 3-pack of 750ml', quantity: 2 }],
        },
      },
    ])
    expect(await soldNow()).toBe(0)
    expect(await logOf(order)).toMatchObject([
      {
        action: 'refund-requested',
        actorEmail: staff.email,
        before: { leftCents: order.totalCents },
        after: { leftCents: 0, amountCents: order.totalCents, reason: 'One bottle was corked.' },
      },
      {
        action: 'refund-made',
        actorEmail: 'payment provider',
        after: { amountCents: order.totalCents, requestedBy: staff.email },
      },
    ])
  })

  test('some of it, twice, and never more than was paid', async () => {
    const order = await anOrder()
    await askRefund(testShop, staff, wish(order, { amountCents: 10_000 }))
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 10_000 })
    const tooMuch = wish(order, { amountCents: order.totalCents - 9_999 })
    expect(await askRefund(testShop, staff, tooMuch)).toMatchObject({
      ok: false,
      sentence: 'That is more than can still be refunded.',
    })
    const rest = wish(order, { amountCents: order.totalCents - 10_000 })
    await askRefund(testShop, staff, rest)
    expect(await now(order)).toMatchObject({ state: 'refunded', refundedCents: order.totalCents })
    expect(await atProvider(order)).toEqual([order.totalCents - 10_000, 10_000])
    const nothing = await askRefund(testShop, staff, wish(order))
    expect(nothing).toMatchObject({
      ok: false,
      sentence: 'The full amount has been refunded, or is about to be.',
    })
    const told = await emailsTo(testShop, order.email, 'order-refunded')
    expect(told.map(({ props }) => props)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ totalCents: 10_000, isPart: true }),
        expect.objectContaining({ totalCents: order.totalCents - 10_000, isPart: true }),
      ]),
    )
    expect(told).toHaveLength(2)
  })

  test('once, however often the same form comes', async () => {
    const order = await anOrder()
    const once = wish(order, { amountCents: 5_000, stockBack: { [wine]: 1 } })
    await Promise.all(Array.from({ length: 10 }, () => askRefund(testShop, staff, once)))
    expect(await atProvider(order)).toEqual([5_000])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    expect(await soldNow()).toBe(1)
  })

  test('once, of two that were confirmed before either was made', async () => {
    const order = await anOrder()
    const confirmed = { amountCents: 10_000, leftCents: order.totalCents }
    const asked = await Promise.all(
      [1, 2].map(() => askRefund(testShop, staff, wish(order, confirmed))),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    expect(asked.find(({ ok }) => !ok)).toMatchObject({
      sentence:
        'Another refund of this order was made in the meantime. Please review this one again.',
    })
    expect(await atProvider(order)).toEqual([10_000])
    const again = { ...confirmed, leftCents: order.totalCents - 10_000 }
    expect(await askRefund(testShop, staff, wish(order, again))).toMatchObject({ ok: true })
  })

  test('never more than was paid, however many ask at once', async () => {
    const order = await anOrder()
    const half = Math.ceil(order.totalCents / 2) + 1
    const asked = await Promise.all(
      Array.from({ length: 5 }, () =>
        askRefund(testShop, staff, wish(order, { amountCents: half })),
      ),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await atProvider(order)).toEqual([half])
  })

  test('and no more units return to stock than were sold, in several refunds', async () => {
    const order = await anOrder(2)
    const back = (count: number) => wish(order, { amountCents: 100, stockBack: { [wine]: count } })
    expect(await askRefund(testShop, staff, back(3))).toMatchObject({
      sentence: 'That is more than was sold and has not been returned yet.',
    })
    await askRefund(testShop, staff, back(1))
    expect(await askRefund(testShop, staff, back(2))).toMatchObject({
      sentence: 'That is more than was sold and has not been returned yet.',
    })
    await askRefund(testShop, staff, back(1))
    expect(await soldNow()).toBe(0)
    const [line] = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
    expect(line!.returned).toBe(2)
  })

  test('for a case with its tax, the shipping, goodwill and all the rest, to the cent', async () => {
    const order = await anOrder(2)
    const refund = (fields: object) =>
      requestRefund(
        testShop.services,
        staff,
        { number: order.number, reason: 'Corked.', ...fields },
        { key: randomUUID() },
      )
    const once = 'Some of that wine or shipping has been refunded already.'
    expect(await refund({ only: `wine.${wine}` })).toMatchObject({ done: { amountCents: 48_262 } })
    expect(await refund({ [`wine.${wine}`]: '2' })).toMatchObject({ sentence: once })
    expect(await refund({ 'wine.malbec-2021-bottle': '1' })).toMatchObject({ sentence: once })
    expect(await refund({ only: 'shipping' })).toMatchObject({ done: { amountCents: 5_000 } })
    expect(await refund({ only: 'shipping' })).toMatchObject({
      sentence: 'The shipping has been refunded already, or was free.',
    })
    expect(await refund({ amount: '20' })).toMatchObject({ done: { amountCents: 2_000 } })
    expect(await refund({ only: 'everything' })).toMatchObject({ done: { amountCents: 46_263 } })
    expect(await now(order)).toMatchObject({ state: 'refunded', refundedCents: 101_525 })
    const nothing = { wines: {}, shippingCents: 0, goodwillCents: 0 }
    expect((await refundsOf(order)).map(({ purpose }) => purpose)).toEqual([
      { ...nothing, wines: { [wine]: { units: 1, wineCents: 45_000, taxCents: 3_262 } } },
      { ...nothing, shippingCents: 5_000 },
      { ...nothing, goodwillCents: 2_000 },
      {
        wines: { [wine]: { units: 1, wineCents: 45_000, taxCents: 3_263 } },
        shippingCents: 0,
        goodwillCents: -2_000,
      },
    ])
  })

  test('an amount that leaves nothing is for everything', async () => {
    const order = await anOrder(1)
    await askRefund(testShop, staff, wish(order))
    expect(await refundsOf(order)).toMatchObject([
      {
        purpose: {
          wines: { [wine]: { units: 1, wineCents: 45_000, taxCents: 3_263 } },
          shippingCents: 3_500,
          goodwillCents: 0,
        },
      },
    ])
  })

  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    'once, when the provider answers with %s',
    async (fault) => {
      const order = await anOrder(1)
      await setFault({ match: 'POST /v1/refunds', fault, times: 2 })
      const asked = await askRefund(testShop, staff, wish(order, { amountCents: 4_000 }))
      expect(asked.ok).toBe(true)
      await clearFaults()
      const [refund] = await refundsOf(order)
      const { payments } = testShop.services
      const sent: number[] = []
      const asking = {
        ...payments,
        async makeRefund(request: Parameters<typeof payments.makeRefund>[0], key: string) {
          sent.push(request.amount)
          await payments.makeRefund(request, key)
        },
      }
      const services = { ...testShop.services, payments: asking }
      await makeRefund(services, refund!.id)
      await makeRefund(services, refund!.id)
      // One whose response was lost is found and not asked for again: the key is remembered for a day alone.
      expect(sent).toEqual(fault.endsWith('before') ? [4_000] : [])
      expect(await atProvider(order)).toEqual([4_000])
      expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 4_000 })
      expect(await refundEmailsOf(order)).toHaveLength(1)
    },
  )

  test('a refund that the provider could not make has a job, and is looked for after ten minutes', async () => {
    const order = await anOrder(1)
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 20 })
    expect(await askRefund(testShop, staff, wish(order))).toMatchObject({
      state: 'requested',
    })
    await clearFaults()
    const [refund] = await refundsOf(order)
    expect(await isJobQueued(testShop.db, `refund:${refund!.id}`)).toBe(true)
    // Until then another process may be making it.
    testShop.pass(9)
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'paid' })
    testShop.pass(2)
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'refunded' })
  })

  test.each([0, -1, 0.5, Number.NaN])('no amount of %s', async (amountCents) => {
    const order = await anOrder(1)
    const refused = { ok: false, errors: { amount: expect.any(String) } }
    expect(await askRefund(testShop, staff, wish(order, { amountCents }))).toMatchObject(refused)
    expect(await previewRefund(testShop, staff, wish(order, { amountCents }))).toMatchObject(
      refused,
    )
    expect(await refundsOf(order)).toEqual([])
  })

  test('after a step that names the amount, the person and the card, and makes nothing', async () => {
    const order = await anOrder(1)
    expect(await previewRefund(testShop, staff, wish(order, { amountCents: 5_000 }))).toMatchObject(
      {
        ok: true,
        done: {
          amountCents: 5_000,
          leftAfterCents: order.totalCents - 5_000,
          buyer: { name: 'Ana Ruiz', email: order.email },
          card: { brand: 'visa', last4: '4242' },
          needsApproval: false,
        },
      },
    )
    expect(await refundsOf(order)).toEqual([])
    await setFault({ match: 'GET /v1/payment_intents/*', fault: 'error-before', times: 4 })
    expect(await previewRefund(testShop, staff, wish(order))).toMatchObject({
      done: { card: 'unknown' },
    })
  })

  test('and the log never says that a refused refund was made', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    expect(await askRefund(testShop, staff, wish(order))).toMatchObject({
      ok: true,
      state: 'failed',
      failure: 'charge_disputed',
    })
    expect(await logOf(order)).toMatchObject([
      { action: 'refund-requested', actorEmail: staff.email },
      {
        action: 'refund-failed',
        actorEmail: 'payment provider',
        after: { failure: 'charge_disputed', requestedBy: staff.email },
      },
    ])
    expect(await now(order)).toMatchObject({ refundedCents: 0 })
    expect(await refundEmailsOf(order)).toEqual([])
  })

  test('a refund that fails after it was made is flagged, with the reason of the provider', async () => {
    const order = await anOrder(2)
    await askRefund(testShop, staff, wish(order, { amountCents: 2_000, stockBack: { [wine]: 1 } }))
    const sold = await soldNow()
    const { payments } = testShop.services
    const afterSaleOf = async (paymentId: string) => {
      const { refunds: made, disputes: none } = await payments.afterSaleOf(paymentId)
      const failed = { state: 'failed', failure: 'lost_or_stolen_card' } as const
      return { refunds: made.map((refund) => ({ ...refund, ...failed })), disputes: none }
    }
    const failing = { ...testShop.services, payments: { ...payments, afterSaleOf } }
    await recordAfterSale(failing, order.paymentIntentId!)
    await recordAfterSale(failing, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ refundedCents: 0, flags: ['refund-failed'] })
    expect(await refundsOf(order)).toMatchObject([{ failure: 'lost_or_stolen_card' }])
    const actions = (await logOf(order)).map(({ action }) => action)
    expect(actions).toEqual(['refund-requested', 'refund-made', 'refund-failed'])
    // Its wine came back once, and its buyer was told once that it was made.
    expect(await soldNow()).toEqual(sold)
    expect(await refundEmailsOf(order)).toHaveLength(1)
  })

  test('what the shop refunds by itself is less what was refunded at the provider before', async () => {
    const order = await anOrder(1)
    await testShop.stripe.refunds.create({
      payment_intent: order.paymentIntentId!,
      amount: 2_000,
    })
    const refund = await insertRefund(testShop.db, {
      orderId: order.id,
      requestKey: `automatic:${order.id}`,
      cause: 'automatic',
      amountCents: order.totalCents,
    })
    await makeRefund(testShop.services, refund!.id)
    expect((await atProvider(order)).toSorted((a, b) => a - b)).toEqual([
      2_000,
      order.totalCents - 2_000,
    ])
    expect(await now(order)).toMatchObject({ state: 'refunded', flags: [] })
    const made = (await refundsOf(order)).map(({ cause, state, amountCents }) => [
      cause,
      state,
      amountCents,
    ])
    expect(made.toSorted()).toEqual([
      ['automatic', 'made', order.totalCents - 2_000],
      ['provider', 'made', 2_000],
    ])
  })

  test('with units of waiting refunds counted as returned', async () => {
    const order = await anOrder(2)
    const back = (count: number) => wish(order, { amountCents: 100, stockBack: { [wine]: count } })
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    expect(await askRefund(testShop, staff, back(2))).toMatchObject({ state: 'requested' })
    await clearFaults()
    expect(await askRefund(testShop, staff, back(1))).toMatchObject({
      sentence: 'That is more than was sold and has not been returned yet.',
    })
    const [waiting] = await refundsOf(order)
    await testShop.shop.makeRefund(waiting!.id)
    expect(await soldNow()).toBe(0)
  })

  test('that failed leaves its units to be returned, with the words of the provider', async () => {
    const order = await anOrder(1)
    const { payments } = testShop.services
    const makeIt = () => Promise.reject(new ProviderRefused('odd', 'The bank is closed.'))
    const services = { ...testShop.services, payments: { ...payments, makeRefund: makeIt } }
    const back = wish(order, { amountCents: 100, stockBack: { [wine]: 1 } })
    expect(await askRefund({ ...testShop, services }, staff, back)).toMatchObject({
      ...{ state: 'failed', failure: 'The bank is closed.' },
    })
    expect(await soldNow()).toBe(1)
    expect(await askRefund(testShop, staff, { ...back, token: randomUUID() })).toMatchObject({
      state: 'made',
    })
    expect(await soldNow()).toBe(0)
  })

  test('of one’s own order, also a rehearsal, is neither shown nor asked for', async () => {
    const order = await anOrder(1)
    const own = { sentence: expect.stringContaining('This order belongs to you') }
    const buyer = { ...staff, id: order.userId! }
    for (const isRehearsal of [false, true]) {
      await testShop.db.update(orders).set({ isRehearsal }).where(eq(orders.id, order.id))
      expect(await previewRefund(testShop, buyer, wish(order))).toMatchObject(own)
      expect(await askRefund(testShop, buyer, wish(order))).toMatchObject(own)
    }
    const none = { ...wish(order), number: 999_999 }
    expect(await previewRefund(testShop, staff, none)).toMatchObject({ status: 404 })
    expect(await askRefund(testShop, staff, none)).toMatchObject({ status: 404 })
    expect(await refundsOf(order)).toEqual([])
  })

  test('is logged with what returns and where to; what is refunded whole has nothing left', async () => {
    const order = await anOrder(1)
    const request = wish(order, { stockBack: { [wine]: 1 }, toAllocation: true, box: 'stays' })
    expect(await askRefund(testShop, staff, request)).toMatchObject({ state: 'made' })
    expect((await logOf(order))[0]!.after).toMatchObject({
      ...{ stockBack: { [wine]: 1 }, toAllocation: true, box: 'stays', leftCents: 0 },
    })
    const viewed = await viewOrderAsStaff(testShop.services, staff, order.number)
    expect(viewed!.left).toEqual({
      wines: [{ productId: wine, units: 0, oneCents: 0 }],
      shippingCents: 0,
    })
    expect(await viewOrderAsStaff(testShop.services, staff, 999_999)).toBeNull()
  })

  test('lowered by what was refunded before is for nothing that is known', async () => {
    const order = await anOrder(1)
    const purpose = { wines: {}, shippingCents: 0, goodwillCents: 500 }
    const saved = await insertRefund(testShop.db, {
      ...{ orderId: order.id, requestKey: randomUUID(), cause: 'automatic', amountCents: 500 },
      purpose,
    })
    await reduceRefund(testShop.db, saved!.id, 300)
    expect(await refundsOf(order)).toMatchObject([{ amountCents: 300, purpose: null }])
    await reduceRefund(testShop.db, saved!.id, 0)
    expect(await refundsOf(order)).toEqual([])
  })

  test('and never more units return to stock than were sold', async () => {
    const order = await anOrder(2)
    const units = [{ productId: wine, quantity: 2 }]
    await testShop.db.transaction((tx) => returnSold(tx, order.id, units))
    await testShop.db.transaction((tx) => returnSold(tx, order.id, units))
    expect(await soldNow()).toBe(0)
    const [line] = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
    expect(line!.returned).toBe(2)
  })

  test('and of two wines each returns by what of it was returned before', async () => {
    const { db } = testShop
    const order = await anOrder(3)
    const other = 'malbec-2021'
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    await db.insert(orderLines).values({ ...line!, productId: other, returned: 1 })
    await db.update(products).set({ sold: 2 }).where(eq(products.id, other))
    const units = [wine, other].map((productId) => ({ productId, quantity: 1 }))
    const sold = async () => {
      const rows = await db.select().from(products)
      return [wine, other].map((id) => rows.find((row) => row.id === id)!.sold)
    }
    for (const left of [
      [2, 1],
      [1, 0],
      [0, 0],
    ]) {
      await db.transaction((tx) => returnSold(tx, order.id, units))
      expect(await sold()).toEqual(left)
    }
  })

  test('is not for members', async () => {
    const order = await anOrder(1)
    const member = { ...staff, role: 'member' as const }
    const refused = { ok: false, status: 403 }
    expect(await askRefund(testShop, member, wish(order))).toMatchObject(refused)
    const flag = { number: order.number, flag: randomUUID() }
    expect(await resolveFlag(testShop.services, member, flag)).toMatchObject(refused)
    expect(await previewRefund(testShop, member, wish(order))).toMatchObject(refused)
    const setting = setStock(testShop.services, member, { wine, from: '100', stock: '1' })
    expect(await setting).toMatchObject(refused)
    const all = new URLSearchParams()
    expect(await testShop.shop.viewList(member, orderList, all)).toMatchObject({ ok: false })
    expect(await refundsOf(order)).toEqual([])
  })
})
