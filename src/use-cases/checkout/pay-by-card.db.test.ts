import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkouts, orders, products } from '#data/schema/trade.ts'
import {
  answerBank,
  askProvider,
  cardToken,
  clearFaults,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

let house: TestShop
const wine = 'malbec-2022'
const declined = '4000000000000002'
const askedByBank = '4000002760003184'
const total = 45_000 + 3_500 + 3_263

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 300)
})

/** A member with a case in the cart, ready to pay. */
async function aBuyer(profile: Parameters<typeof aMember>[1] = {}) {
  const member = await aMember(house.db, profile)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return member
}

type Member = Awaited<ReturnType<typeof aBuyer>>

const pay = async (member: Member, number?: string, amount = total) =>
  house.shop.payByCard(member, { token: await cardToken(number), amount })

async function paid(member: Member) {
  const answer = await pay(member)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.payment
}

const ordersOf = (member: Member) =>
  house.db.select().from(orders).where(eq(orders.userId, member.id))
const checkoutsOf = (member: Member) =>
  house.db.select().from(checkouts).where(eq(checkouts.userId, member.id))

const stockOf = async () => {
  const [row] = await house.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

/** What the provider has really taken from the member. */
async function takenFrom(member: Member): Promise<number[]> {
  const customer = await house.customerOf(member.id)
  if (!customer) return []
  const { data } = await askProvider().charges.list({ customer, limit: 100 })
  return data.filter((charge) => charge.paid).map((charge) => charge.amount_captured)
}

/** Exactly one payment was taken, and it is one order in the books. */
async function expectPaidOnce(member: Member) {
  expect(await takenFrom(member)).toEqual([total])
  const books = await ordersOf(member)
  expect(books.map((order) => order.totalCents)).toEqual([total])
  expect(books[0]).toMatchObject({ channel: 'card', sessionId: null, email: member.email })
  expect(await stockOf()).toEqual({ held: 0, sold: 1 })
}

describe('a card', () => {
  test('pays what the cart shows, once, and is kept for the customer', async () => {
    const member = await aBuyer()
    const payment = await paid(member)
    const customer = await house.customerOf(member.id)
    expect(payment).toMatchObject({ status: 'succeeded', amount: total, customerId: customer })
    await expectPaidOnce(member)
    const intent = await askProvider().paymentIntents.retrieve(payment.id)
    expect(intent.shipping).toMatchObject({ name: 'Ana Ruiz', address: { postal_code: '94110' } })
    const cards = await askProvider().customers.listPaymentMethods(customer!)
    expect(cards.data).toHaveLength(1)
    expect((await house.shop.viewCart(member)).cart).toEqual({ lines: [], shipping: null })
  })

  test('that is declined is told in the provider’s words, and another one pays', async () => {
    const member = await aBuyer()
    expect(await pay(member, declined)).toEqual({
      ok: false,
      reason: 'card-declined',
      problem: 'Your card was declined.',
    })
    expect(await ordersOf(member)).toEqual([])
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    await paid(member)
    await expectPaidOnce(member)
    expect(await checkoutsOf(member)).toHaveLength(1)
  })

  test('whose bank says yes pays, whoever tells the shop first', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.payment).toMatchObject({ status: 'requires_action' })
    expect(await ordersOf(member)).toEqual([])
    await answerBank(answer.payment.clientSecret!, 'complete')
    const standing = await house.shop.checkCardPayment(member, answer.payment.id)
    expect(standing).toMatchObject({ status: 'succeeded' })
    await expectPaidOnce(member)
  })

  test('whose bank says no does not pay, and another one does', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    await answerBank(answer.payment.clientSecret!, 'fail')
    const standing = await house.shop.checkCardPayment(member, answer.payment.id)
    expect(standing).toMatchObject({ status: 'requires_payment_method' })
    expect(standing).toHaveProperty('problem', expect.stringMatching(/unable to authenticate/))
    await paid(member)
    await expectPaidOnce(member)
  })

  test('may not be tried more than twenty times an hour', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    for (let tries = 0; tries < 20; tries++) {
      await house.shop.payByCard(member, { token, amount: 1 })
    }
    expect(await pay(member)).toEqual({ ok: false, reason: 'too-many-tries' })
  })
})

describe('nobody is charged', () => {
  test.each([
    ['an empty cart', 'empty-cart', { kind: 'set-quantity', productId: wine, quantity: 0 }, {}],
    ['a state not served', 'state-not-served', null, { state: 'UT', zipCode: '84101' }],
    ['a PO box', 'po-box', null, { address: 'PO Box 12' }],
    ['no address', 'no-address', null, { address: '' }],
  ] as const)('for %s', async (_name, reason, change, profile) => {
    const member = await aBuyer(profile)
    if (change) await house.shop.changeCart(member, change)
    expect(await pay(member)).toEqual({ ok: false, reason })
    expect(await takenFrom(member)).toEqual([])
  })

  test('without a shipping method', async () => {
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    expect(await pay(member)).toEqual({ ok: false, reason: 'choose-shipping' })
  })

  test('another sum, or another count, than the server’s', async () => {
    const member = await aBuyer()
    expect(await pay(member, undefined, total - 1)).toEqual({ ok: false, reason: 'disagrees' })
    const two = { token: await cardToken(), quantity: 2 }
    expect(await house.shop.payByCard(member, two)).toEqual({ ok: false, reason: 'disagrees' })
    expect(await checkoutsOf(member)).toEqual([])
  })

  test('with a token that is spent, or nobody’s', async () => {
    const spent = await cardToken()
    await house.shop.payByCard(await aBuyer(), { token: spent, amount: total })
    for (const token of [spent, 'ctoken_nobody']) {
      const member = await aBuyer()
      const answer = await house.shop.payByCard(member, { token, amount: total })
      expect(answer).toEqual({ ok: false, reason: 'token-refused' })
      expect(await takenFrom(member)).toEqual([])
    }
  })

  test('for the last case, when it went to another: ten cards, one order', async () => {
    await setStock(house.db, wine, 1)
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyer()))
    const answers = await Promise.all(buyers.map((buyer) => pay(buyer)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const reasons = answers.flatMap((answer) => (answer.ok ? [] : [answer.reason]))
    expect(new Set(reasons)).toEqual(new Set(['sold-out']))
    const taken = await Promise.all(buyers.map(takenFrom))
    expect(taken.flat()).toEqual([total])
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })
})

describe('nobody is charged twice', () => {
  test('by the same token again, at once or later', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    const press = () => house.shop.payByCard(member, { token, amount: total })
    const first = await Promise.all([press(), press(), press(), press()])
    const later = await press()
    for (const answer of [...first, later]) expect(answer).toEqual(first[0])
    expect(later).toMatchObject({ ok: true, payment: { status: 'succeeded' } })
    await expectPaidOnce(member)
  })

  test('by two tabs with a card each', async () => {
    const member = await aBuyer()
    const answers = await Promise.all([pay(member), pay(member, '5555555555554444')])
    const ids = answers.map((answer) => (answer.ok ? answer.payment.id : answer.reason))
    expect(new Set(ids).size).toBe(1)
    await expectPaidOnce(member)
  })

  test('by the payment page after the card, or the card after the page', async () => {
    const first = await aBuyer()
    await pay(first, askedByBank)
    const started = await house.shop.startCheckout(first)
    if (!started.ok) throw new Error(started.reason)
    const states = (await checkoutsOf(first)).map(({ channel, state }) => `${channel} ${state}`)
    expect(states.toSorted()).toEqual(['card cancelled', 'cart open'])
    await payAt(started.url)
    expect(await pay(first)).toEqual({ ok: false, reason: 'already-paid' })
    expect(await takenFrom(first)).toEqual([total])

    const second = await aBuyer()
    const page = await house.shop.startCheckout(second)
    if (!page.ok) throw new Error(page.reason)
    await paid(second)
    await expect(payAt(page.url)).rejects.toThrow('410')
    expect(await takenFrom(second)).toEqual([total])
  })

  test('by a bank that says yes after the payment page was opened', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    await house.shop.startCheckout(member)
    await answerBank(answer.payment.clientSecret!, 'complete')
    expect(await takenFrom(member)).toEqual([])
    expect(await house.shop.checkCardPayment(member, answer.payment.id)).toMatchObject({
      status: 'canceled',
    })
  })
})

describe('when the provider fails', () => {
  const faults = ['error-before', 'error-after', 'drop-before', 'drop-after'] as const
  const calls = ['POST /v1/payment_intents', 'POST /v1/payment_intents/*/confirm'] as const
  const each = calls.flatMap((match) => faults.map((fault) => [match, fault] as const))

  test.each(each)('%s, %s: a second press pays, and once', async (match, fault) => {
    const member = await aBuyer()
    await setFault({ match, fault, times: 2 })
    const first = await pay(member)
    await clearFaults()
    if (!first.ok) {
      expect(first.reason).toBe('provider-away')
      await paid(member)
    }
    await house.shop.reconcilePayments()
    await expectPaidOnce(member)
  })

  test('a slow one is waited for ten seconds, then asked how it ended', async () => {
    const member = await aBuyer()
    const match = 'POST /v1/payment_intents/*/confirm'
    await setFault({ match, fault: 'delay-after', times: 2, ms: 12_000 })
    expect(await pay(member)).toMatchObject({ ok: true, payment: { status: 'succeeded' } })
    await expectPaidOnce(member)
  })

  test('wholly, nothing is charged and the rest of the shop goes on', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    await setFault({ match: '*', fault: 'drop-before', times: 20 })
    const answer = await house.shop.payByCard(member, { token, amount: total })
    expect(answer).toEqual({ ok: false, reason: 'provider-away' })
    expect((await house.shop.viewCart(member)).totals.total).toBe(total)
    await clearFaults()
    await paid(member)
    await expectPaidOnce(member)
  })
})

describe('the event of a payment by card', () => {
  test('is one order, however often, first or last', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    await answerBank(answer.payment.clientSecret!, 'complete')
    const event = signedEvent('payment_intent.succeeded', answer.payment.id)
    await Promise.all([
      ...Array.from({ length: 5 }, () => house.shop.receiveEvent(event.body, event.signature)),
      house.shop.recordPayment(answer.payment.id),
      house.shop.checkCardPayment(member, answer.payment.id),
    ])
    await house.shop.receiveEvent(event.body, event.signature)
    await expectPaidOnce(member)
  })

  test('that never came is made up for by the job', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    await answerBank(answer.payment.clientSecret!, 'complete')
    await house.shop.reconcilePayments()
    await expectPaidOnce(member)
  })

  test('of a payment page leaves the order to the page’s own', async () => {
    const member = await aBuyer()
    const started = await house.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const customer = await house.customerOf(member.id)
    const { data } = await askProvider().paymentIntents.list({ customer: customer! })
    expect(await house.shop.recordPayment(data[0]!.id)).toEqual({ state: 'unknown' })
    await house.shop.reconcilePayments()
    const books = await ordersOf(member)
    expect(books.map((order) => order.channel)).toEqual(['cart'])
  })
})

describe('the hold of a payment by card', () => {
  test('ends after 30 minutes: the payment is cancelled, then the wine is free', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    house.pass(31)
    await house.shop.reconcilePayments()
    const intent = await askProvider().paymentIntents.retrieve(answer.payment.id)
    expect(intent.status).toBe('canceled')
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    expect((await checkoutsOf(member))[0]!.state).toBe('expired')
  })

  test('stays while the provider can’t be asked, and a late yes is an order', async () => {
    const member = await aBuyer()
    const answer = await pay(member, askedByBank)
    if (!answer.ok) throw new Error(answer.reason)
    house.pass(31)
    await setFault({ match: 'POST /v1/payment_intents/*/cancel', fault: 'drop-before', times: 4 })
    await house.shop.reconcilePayments()
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    await answerBank(answer.payment.clientSecret!, 'complete')
    await clearFaults()
    await house.shop.reconcilePayments()
    await expectPaidOnce(member)
  })
})

describe('how a payment stands', () => {
  test('is told to its owner, by the payment or its token, and to nobody else', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    const answer = await house.shop.payByCard(member, { token, amount: total })
    if (!answer.ok) throw new Error(answer.reason)
    for (const source of [answer.payment.id, token]) {
      expect(await house.shop.checkCardPayment(member, source)).toEqual(answer.payment)
      expect(await house.shop.checkCardPayment(await aMember(house.db), source)).toBe('unknown')
    }
    expect(await house.shop.checkCardPayment(member, 'pi_nobody')).toBe('unknown')
  })
})
