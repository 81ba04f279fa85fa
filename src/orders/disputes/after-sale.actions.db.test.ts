import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { checkouts, providerEvents } from '#catalogue/tables.ts'
import { receiveEvent } from '#checkout/receive-event.actions.server.ts'
import { mails } from '#mail/tables.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import {
  providerClient,
  clearFaults,
  closeDispute,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import { askRefund, previewRefund } from '#tests/harness/refunds.ts'
import { emailsTo } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { raiseFlag } from '../flags/order-flags.store.server.ts'
import { disputeEvidence, disputes } from '../order/tables.ts'
import { viewOrderAsStaff } from '../order/view-order-as-staff.actions.server.ts'
import { recordAfterSale } from './record-after-sale.actions.server.ts'

const {
  testShop,
  wine,
  staff,
  anOrder,
  orderWhere,
  now,
  logOf,
  resolve,
  refundsOf,
  refundEmailsOf,
  wish,
} = await openOrdersShop()

describe('a dispute', () => {
  const disputesOf = ({ id }: { id: string }) =>
    testShop.db.select().from(disputes).where(eq(disputes.orderId, id))

  test('shows in the order, is emailed to the business once, and ends as the bank decides', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', flags: ['disputed'] })
    const [dispute] = await disputesOf(order)
    expect(dispute).toMatchObject({
      state: 'needs-response',
      amountCents: order.totalCents,
      reason: 'fraudulent',
    })
    const told = await testShop.db
      .select()
      .from(mails)
      .where(sql`${mails.props}->>'subject' = ${`Disputa del pago del pedido K-${order.number}`}`)
    expect(told).toHaveLength(1)

    expect(await resolve(order, 'disputed')).toMatchObject({ done: { isUndecided: true } })
    expect(await now(order)).toMatchObject({ flags: ['disputed'] })
    await closeDispute(dispute!.id, 'won')
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'paid', flags: [] })
    expect((await disputesOf(order))[0]).toMatchObject({ state: 'won' })
  })

  test('keeps its flag beside that of a failed refund, and each is reviewed by itself', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await askRefund(testShop, staff, wish(order))
    expect((await now(order)).flags.toSorted()).toEqual(['disputed', 'refund-failed'])
    expect(await resolve(order, 'refund-failed')).toMatchObject({
      ok: true,
      done: { isUndecided: false },
    })
    expect(await resolve(order, 'refund-failed')).toMatchObject({
      ok: true,
      done: { isUndecided: false },
    })
    expect((await now(order)).flags).toEqual(['disputed'])
    const reviewed = (await logOf(order)).filter(({ action }) => action === 'flag-resolved')
    expect(reviewed).toMatchObject([
      { actorEmail: staff.email, before: { flag: 'refund-failed' }, after: { flag: null } },
    ])
    const [dispute] = await disputesOf(order)
    await closeDispute(dispute!.id, 'lost')
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', flags: ['dispute-lost'] })
    expect(await resolve(order, 'dispute-lost')).toMatchObject({
      ok: true,
      done: { isUndecided: false },
    })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect((await now(order)).flags).toEqual([])
  })

  test('is as the bank says it last, and is told to the business only while it waits for an answer', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    const { services } = testShop
    const read = (change: object) => {
      const afterSaleOf = async (paymentId: string) => {
        const { disputes: found, ...rest } = await services.payments.afterSaleOf(paymentId)
        return { ...rest, disputes: found.map((dispute) => ({ ...dispute, ...change })) }
      }
      const payments = { ...services.payments, afterSaleOf }
      return recordAfterSale({ ...services, payments }, order.paymentIntentId!)
    }
    await read({ state: 'under-review' })
    const respondBy = new Date('2031-01-02T08:00:00Z')
    const changed = { state: 'needs-response', reason: 'duplicate', respondBy }
    await read({ ...changed, amount: 1_000 })
    expect(await disputesOf(order)).toMatchObject([{ ...changed, amountCents: 1_000 }])
    const subject = `Disputa del pago del pedido K-${order.number}`
    expect(await testShop.db.$count(mails, sql`props->>'subject' = ${subject}`)).toBe(0)
  })

  test('that ends leaves the flag of another about the same payment', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    await raiseFlag(testShop.db, order.id, 'disputed', { source: 'another' })
    const [dispute] = await disputesOf(order)
    await closeDispute(dispute!.id, 'won')
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ flags: ['disputed'] })
  })

  test('leaves no refund to be offered or made', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    const refused = {
      ok: false,
      sentence: expect.stringContaining('The buyer disputes this payment'),
    }
    expect(await previewRefund(testShop, staff, wish(order))).toMatchObject(refused)
    expect(await askRefund(testShop, staff, wish(order))).toMatchObject(refused)
    expect(await refundsOf(order)).toEqual([])
    const viewed = await viewOrderAsStaff(testShop.services, staff, order.number)
    expect(viewed).toMatchObject({ whyNotRefundable: 'disputed' })
  })
})

describe('an inquiry', () => {
  const inquiryOf = ({ id }: { id: string }) =>
    testShop.db.select().from(disputes).where(eq(disputes.orderId, id))
  const tasksOf = async ({ number }: { number: number }, kind: string) => {
    const { rows } = await testShop.db.execute<{ state: string; due: string; taken: string }>(sql`
      select state, due, taken_by_email as taken from tasks
      where kind = ${kind} and number = ${number} order by created_at`)
    return rows
  }
  const mailsOn = (subject: string) =>
    testShop.db.$count(mails, sql`props->>'subject' = ${subject}`)

  test('leaves the order to be refunded, which settles it, and is a task with its deadline', async () => {
    const order = await anOrder(1, { card: '4000000000001976' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'paid', flags: ['inquiry'] })
    const [found] = await inquiryOf(order)
    expect(found).toMatchObject({ state: 'inquiry', respondBy: expect.any(Date) })
    const [task] = await tasksOf(order, 'dispute')
    expect(new Date(task!.due)).toEqual(found!.respondBy)
    await testShop.db.execute(sql`
      update tasks set taken_by_email = 'ana@kohue.example' where number = ${order.number}`)
    // Staff let the boxes go; reading it again changes nothing.
    expect(await resolve(order, 'inquiry')).toMatchObject({ done: { isUndecided: false } })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ flags: [] })
    expect(await tasksOf(order, 'dispute')).toMatchObject([
      { state: 'open', taken: 'ana@kohue.example' },
    ])
    expect(await mailsOn(`Consulta del banco sobre el pago del pedido K-${order.number}`)).toBe(1)

    const viewed = await viewOrderAsStaff(testShop.services, staff, order.number)
    expect(viewed).toMatchObject({ whyNotRefundable: null })
    await testShop.db
      .insert(disputeEvidence)
      .values({ disputeId: found!.id, claimedAt: new Date(), sentAt: new Date() })
    expect(await askRefund(testShop, staff, wish(order))).toMatchObject({ ok: true })
    expect(await now(order)).toMatchObject({ state: 'refunded', flags: [] })
    expect(await inquiryOf(order)).toMatchObject([{ state: 'withdrawn' }])
    // The bank took nothing back: what answered it stands.
    expect(
      (await viewOrderAsStaff(testShop.services, staff, order.number))!.evidence,
    ).toMatchObject([{ sentAt: expect.any(Date), failure: null }])
    expect(await tasksOf(order, 'dispute')).toMatchObject([{ state: 'done' }])
  })

  test('that becomes a chargeback is told again, flagged as one, and its evidence counts no more', async () => {
    const order = await anOrder(1, { card: '4000000000001976' })
    const { services } = testShop
    await recordAfterSale(services, order.paymentIntentId!)
    const [found] = await inquiryOf(order)
    await testShop.db
      .insert(disputeEvidence)
      .values({ disputeId: found!.id, claimedAt: new Date(), sentAt: new Date() })
    const afterSaleOf = async (paymentId: string) => {
      const { refunds, disputes: all } = await services.payments.afterSaleOf(paymentId)
      return { refunds, disputes: all.map((one) => ({ ...one, state: 'needs-response' as const })) }
    }
    const escalated = { ...services, payments: { ...services.payments, afterSaleOf } }
    await recordAfterSale(escalated, order.paymentIntentId!)
    await recordAfterSale(escalated, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', flags: ['disputed'] })
    expect(await mailsOn(`Disputa del pago del pedido K-${order.number}`)).toBe(1)
    expect(await tasksOf(order, 'dispute')).toMatchObject([{ state: 'open' }])
    expect((await viewOrderAsStaff(services, staff, order.number))!.evidence).toMatchObject([
      { sentAt: null, failure: expect.stringContaining('It answered an inquiry') },
    ])
  })
})

describe('an event of the provider', () => {
  const refundAtProvider = (order: { paymentIntentId: string | null }, amount: number) =>
    providerClient().refunds.create({ payment_intent: order.paymentIntentId!, amount })

  const tell = (type: string, id: string, order: { paymentIntentId: string | null }) => {
    const event = signedEvent(type, id, { paymentId: order.paymentIntentId! })
    return testShop.shop.receiveEvent(event.body, event.signature)
  }

  test('of a refund made in its dashboard is recorded once, by whichever event', async () => {
    const order = await anOrder(1)
    const made = await refundAtProvider(order, 2_000)
    const types = ['charge.refunded', 'refund.created', 'refund.updated', 'refund.updated']
    await Promise.all(types.map((type) => tell(type, made.id, order)))
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 2_000 })
    const requestedAt = new Date(made.created * 1_000)
    expect(await refundsOf(order)).toMatchObject([
      { cause: 'provider', state: 'made', requestedAt },
    ])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    const [told] = await emailsTo(testShop, order.email, 'order-refunded')
    expect(told!.props).toMatchObject({
      reason: 'If you did not expect it, please write to us.',
    })
    const left = wish(order, { amountCents: order.totalCents - 2_000 })
    expect(await askRefund(testShop, staff, left)).toMatchObject({ state: 'made' })
  })

  test('of such a refund that fails later is a review once, and says nothing in the name of staff', async () => {
    const order = await anOrder(1)
    const made = await refundAtProvider(order, 2_000)
    const { services } = testShop
    await recordAfterSale(services, order.paymentIntentId!)
    const afterSaleOf = async (paymentId: string) => {
      const { refunds, disputes: none } = await services.payments.afterSaleOf(paymentId)
      const failed = { state: 'failed', failure: 'expired_or_canceled_card' } as const
      return { refunds: refunds.map((refund) => ({ ...refund, ...failed })), disputes: none }
    }
    const failing = { ...services, payments: { ...services.payments, afterSaleOf } }
    await recordAfterSale(failing, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({
      ...{ state: 'paid', refundedCents: 0, flags: ['refund-failed'] },
    })
    const failure = 'expired_or_canceled_card'
    expect(await refundsOf(order)).toMatchObject([
      { cause: 'provider', state: 'failed', failure, providerId: made.id, amountCents: 2_000 },
    ])
    expect(await logOf(order)).toEqual([])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    await resolve(order, 'refund-failed')
    await recordAfterSale(failing, order.paymentIntentId!)
    expect((await now(order)).flags).toEqual([])
    // What was read before it failed comes late.
    await recordAfterSale(services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'paid', refundedCents: 0, flags: [] })
    expect(await refundsOf(order)).toMatchObject([{ state: 'failed', failure }])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    // All of it can be refunded again.
    expect(await askRefund(testShop, staff, wish(order))).toMatchObject({ ok: true })
  })

  test('of a payment without an order waits for one, unless its offer was voided', async () => {
    const { db, services } = testShop
    const recorded = async (checkoutId: string | null) => {
      const checkoutOfPayment = async () => checkoutId
      const payments = { ...services.payments, checkoutOfPayment }
      return recordAfterSale({ ...services, payments }, 'pi_without_order')
    }
    const amounts = { subtotalCents: 1, shippingCents: 0, taxCents: 0, totalCents: 1 }
    for (const [state, said] of [
      ['open', 'early'],
      ['paid', 'early'],
      ['expired', 'early'],
      ['refused', 'none'],
    ] as const) {
      const [checkout] = await db
        .insert(checkouts)
        .values({
          ...{ channel: 'offering', state, fingerprint: '', ...amounts },
          expiresAt: new Date('2027-01-01'),
        })
        .returning()
      expect(await recorded(checkout!.id), state).toBe(said)
      await db.delete(checkouts).where(eq(checkouts.id, checkout!.id))
    }
    for (const none of [randomUUID(), 'another system’s', null])
      expect(await recorded(none)).toBe('none')
  })

  test('of a payment for shipping is recorded where it belongs, which is asked of no order’s payment', async () => {
    const { services } = testShop
    const { paymentIntentId } = await anOrder(1)
    const asked: string[] = []
    async function isRecorded(_: unknown, paymentId: string) {
      asked.push(paymentId)
      return paymentId === 'pi_shipping'
    }
    const fulfilment = { ...services.fulfilment, recordAfterSale: isRecorded }
    const record = (paymentId: string) => recordAfterSale({ ...services, fulfilment }, paymentId)
    expect(await record('pi_shipping')).toBe('recorded')
    expect(await record('pi_nobodys')).toBe('none')
    expect(await record(paymentIntentId!)).toBe('recorded')
    expect(asked).toEqual(['pi_shipping', 'pi_nobodys'])
  })

  test('that never came is made up for by the job', async () => {
    const order = await anOrder(1)
    await refundAtProvider(order, 2_000)
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ refundedCents: 2_000 })
  })

  test('of a refund before its payment waits until the order is written', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
    const { paymentIntentId } = (await testShop.services.payments.getSession(sessionId))!
    const made = await refundAtProvider({ paymentIntentId }, 1_500)
    expect(await tell('refund.created', made.id, { paymentIntentId })).toBe('settled')
    await testShop.shop.recordPayment(sessionId)
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 0 })
    await testShop.shop.settlePendingPayments()
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 1_500 })
  })

  test('of a refund whose payment never becomes an order is given up after a day, and logged', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const { paymentIntentId } = (await testShop.services.payments.getSession(
      /cs_[^/?#]+/.exec(started.url)![0],
    ))!
    const made = await refundAtProvider({ paymentIntentId }, 1_500)
    const event = signedEvent('refund.created', made.id, { paymentId: paymentIntentId! })
    const { id, createdAt } = testShop.services.payments.readEvent(event.body, event.signature)
    const isSettled = async () => {
      const [row] = await testShop.db.select().from(providerEvents).where(eq(providerEvents.id, id))
      return row!.settledAt !== null
    }
    const logged: string[] = []
    const log = { ...testShop.services.log, error: (_: object, said: string) => logged.push(said) }
    const receiveAfter = (hours: number) => {
      const clock = () => new Date(createdAt.getTime() + hours * 3_600_000)
      return receiveEvent({ ...testShop.services, log, clock }, event.body, event.signature)
    }
    expect(await receiveAfter(23.9)).toBe('settled')
    expect([await isSettled(), logged]).toEqual([false, []])
    expect(await receiveAfter(24)).toBe('settled')
    expect([await isSettled(), logged]).toEqual([true, ['a payment never became an order']])
  })

  test('of another system’s payment changes nothing, and while the provider is unavailable it waits', async () => {
    const order = await anOrder(1)
    expect(await tell('refund.created', 're_1', { paymentIntentId: 'pi_nobodys' })).toBe('settled')
    const made = await refundAtProvider(order, 700)
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 4 })
    expect(await tell('refund.created', made.id, order)).toBe('later')
    await clearFaults()
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ refundedCents: 700 })
  })

  test('of a dispute is in the order', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    const [dispute] = (await testShop.services.payments.afterSaleOf(order.paymentIntentId!))
      .disputes
    expect(await tell('charge.dispute.created', dispute!.id, order)).toBe('settled')
    expect(await now(order)).toMatchObject({ state: 'disputed' })
    await closeDispute(dispute!.id, 'lost')
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'disputed' })
  })
})
