import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { openCardShop, total } from '#tests/harness/card-shop.ts'
import {
  answerBank,
  providerClient,
  cardToken,
  clearFaults,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import { aMember, setStock } from '#tests/harness/test-shop.ts'

import { openOrReuseCheckout } from '../open-checkout.actions.server.ts'
import { chargeCard } from './charge-card.actions.server.ts'
import type { PaidByCard } from './pay-by-card.actions.server.ts'
import { payByCard } from './pay-by-card.actions.server.ts'

const {
  testShop,
  wine,
  aBuyer,
  pay,
  paid,
  ordersOf,
  checkoutsOf,
  stockOf,
  chargesOf,
  expectPaidOnce,
} = await openCardShop()
const declined = '4000000000000002'
const askedByBank = '4000002760003184'

describe('a card', () => {
  test('pays what the cart shows, once, and is not saved', async () => {
    const member = await aBuyer()
    const payment = await paid(member)
    const customer = await testShop.customerOf(member.id)
    expect(payment).toMatchObject({ status: 'succeeded', amount: total, customerId: customer })
    await expectPaidOnce(member)
    const intent = await providerClient().paymentIntents.retrieve(payment.id)
    expect(intent.shipping).toMatchObject({ name: 'Ana Ruiz', address: { postal_code: '94110' } })
    const cards = await providerClient().customers.listPaymentMethods(customer!)
    expect(cards.data).toEqual([])
    expect((await testShop.shop.viewCart(member)).cart).toEqual({ lines: [], shipping: null })
  })

  test('pays for a gift, and for none whose recipient has no phone', async () => {
    const member = await aBuyer()
    const gift = { giftName: 'Lucía Ferrer', giftPhone: '415 555 0142', giftNote: '' }
    const paying = async (typed: object) =>
      testShop.shop.payByCard(member, { token: await cardToken(), amount: total, typed })
    expect(await paying({ ...gift, giftPhone: '' })).toEqual({
      ok: false,
      reason: 'gift-incomplete',
    })
    expect(await paying(gift)).toMatchObject({ ok: true })
    const [order] = await ordersOf(member)
    expect(order!.shipTo).toMatchObject({
      ...{ name: 'Ana Ruiz', gift: { name: 'Lucía Ferrer', phone: '4155550142', note: '' } },
    })
  })

  test('that is declined returns the provider’s message, and another one pays', async () => {
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

  test('whose challenge succeeds pays, whichever report comes first', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    expect(result.payment).toMatchObject({ status: 'requires_action' })
    expect(await ordersOf(member)).toEqual([])
    await answerBank(result.payment.clientSecret!, 'complete')
    const status = await testShop.shop.checkCardPayment(member, result.payment.id, '')
    expect(status).toMatchObject({ status: 'succeeded' })
    await expectPaidOnce(member)
  })

  test('whose challenge fails does not pay, and another card does', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    await answerBank(result.payment.clientSecret!, 'fail')
    const status = await testShop.shop.checkCardPayment(member, result.payment.id, '')
    expect(status).toMatchObject({ status: 'requires_payment_method' })
    expect(status).toHaveProperty('problem', expect.stringMatching(/unable to authenticate/))
    await paid(member)
    await expectPaidOnce(member)
  })

  test('is rate limited to twenty attempts an hour', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    for (let tries = 0; tries < 20; tries++) {
      await testShop.shop.payByCard(member, { token, amount: 1 })
    }
    expect(await pay(member)).toEqual({ ok: false, reason: 'too-many-tries' })
  })

  test('is rate limited to a hundred attempts an hour from one network', async () => {
    const token = await cardToken()
    const tried = async (address: string) => {
      const asked = { token, amount: 1, address }
      const result = await testShop.shop.payByCard(await aMember(testShop.db), asked)
      return result.ok || result.reason
    }
    for (let tries = 0; tries < 100; tries++) await tried('203.0.113.77')
    expect(await tried('203.0.113.77')).toBe('too-many-tries')
    expect(await tried('203.0.113.78')).toBe('empty-cart')
  })
})

describe('no charge', () => {
  test.each([
    ['an empty cart', 'empty-cart', { kind: 'set-quantity', productId: wine, quantity: 0 }, {}],
    ['a state not served', 'state-not-served', null, { state: 'UT', zipCode: '84101' }],
    ['a PO box', 'po-box', null, { address: 'PO Box 12' }],
    ['no address', 'no-address', null, { address: '' }],
    ['somebody of 16', 'under-21', null, { birthdate: '2010-01-01' }],
  ] as const)('for %s', async (_name, reason, change, profile) => {
    const member = await aBuyer(profile)
    if (change) await testShop.shop.changeCart(member, change)
    expect(await pay(member)).toEqual({ ok: false, reason })
    expect(await chargesOf(member)).toEqual([])
  })

  test('for another address than the page showed, unless the wine is picked up', async () => {
    const member = await aBuyer()
    const shown = 'Ana Ruiz, 1200 Valencia Street, San Francisco, California 94110'
    const payTo = async (shipTo: string) =>
      testShop.shop.payByCard(member, { token: await cardToken(), shipTo })
    const moved = { address: '400 Congress Avenue', city: 'Oakland', zipCode: '94607' }
    await testShop.db.update(users).set(moved).where(eq(users.id, member.id))
    expect(await payTo(shown)).toEqual({ ok: false, reason: 'disagrees' })
    expect(await checkoutsOf(member)).toEqual([])
    expect(await payTo('Ana Ruiz, 400 Congress Avenue, Oakland, California 94607')).toMatchObject({
      ok: true,
    })
    const collecting = await aBuyer()
    await testShop.shop.changeCart(collecting, { kind: 'choose-shipping', method: 'pickup' })
    const collected = { token: await cardToken(), shipTo: 'Ana Ruiz, 1 Elsewhere' }
    expect(await testShop.shop.payByCard(collecting, collected)).toMatchObject({ ok: true })
  })

  test('without a shipping method', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    expect(await pay(member)).toEqual({ ok: false, reason: 'choose-shipping' })
  })

  test('with another amount or count than the server’s', async () => {
    const member = await aBuyer()
    expect(await pay(member, undefined, total - 1)).toEqual({ ok: false, reason: 'disagrees' })
    const two = { token: await cardToken(), quantity: 2 }
    expect(await testShop.shop.payByCard(member, two)).toEqual({ ok: false, reason: 'disagrees' })
    expect(await checkoutsOf(member)).toEqual([])
  })

  test('with a used or unknown token', async () => {
    const spent = await cardToken()
    await testShop.shop.payByCard(await aBuyer(), { token: spent, amount: total })
    for (const token of [spent, 'ctoken_nobody']) {
      const member = await aBuyer()
      const result = await testShop.shop.payByCard(member, { token, amount: total })
      expect(result).toEqual({ ok: false, reason: 'token-refused' })
      expect(await chargesOf(member)).toEqual([])
    }
  })

  test('when the last case went to another buyer: ten cards, one order', async () => {
    await setStock(testShop.db, wine, 1)
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyer()))
    const results = await Promise.all(buyers.map((buyer) => pay(buyer)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const reasons = results.flatMap((result) => (result.ok ? [] : [result.reason]))
    expect(new Set(reasons)).toEqual(new Set(['sold-out']))
    const charges = await Promise.all(buyers.map(chargesOf))
    expect(charges.flat()).toEqual([total])
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })
})

describe('no double charge', () => {
  test('by the same token again, concurrently or later', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    const press = () => testShop.shop.payByCard(member, { token, amount: total })
    const first = await Promise.all([press(), press(), press(), press()])
    const later = await press()
    for (const result of [...first, later]) expect(result).toEqual(first[0])
    expect(later).toMatchObject({ ok: true, payment: { status: 'succeeded' } })
    await expectPaidOnce(member)
  })

  test('by the same token again, where the first press is paid as the second is on its way', async () => {
    const member = await aBuyer()
    const press = { token: await cardToken(), amount: total }
    const first: PaidByCard[] = []
    const isHuman = async () => {
      first.push(await testShop.shop.payByCard(member, press))
      return true
    }
    const captcha = { siteKey: 'k', scriptUrl: '', isHuman }
    const second = await payByCard({ ...testShop.services, captcha }, member, press)
    expect(first).toMatchObject([{ ok: true, payment: { status: 'succeeded' } }])
    expect([second]).toEqual(first)
    await expectPaidOnce(member)
  })

  test('by the second of two tabs where the first one breaks', async () => {
    const member = await aBuyer()
    const { services } = testShop
    const breaks = () => Promise.reject(new Error('This is broken'))
    const broken = {
      ...services,
      payments: { ...services.payments, findCardPayment: breaks, createCardPayment: breaks },
    }
    const request = { claims: { amount: total }, channel: 'card', address: '', typed: {} } as const
    const opened = await openOrReuseCheckout(services, member, request)
    if (!('checkout' in opened)) throw new Error('No checkout was opened')
    const [one, other] = [await cardToken(), await cardToken()]
    // The second waits for its turn before the first one breaks.
    const both = await Promise.allSettled([
      chargeCard(broken, opened, { token: one, keepsCard: false }),
      chargeCard(services, opened, { token: other, keepsCard: false }),
    ])
    expect(both).toMatchObject([{ status: 'rejected' }, { value: { ok: true } }])
    await expectPaidOnce(member)
  })

  test('by two tabs with a card each', async () => {
    const member = await aBuyer()
    const results = await Promise.all([pay(member), pay(member, '5555555555554444')])
    const ids = results.map((result) => (result.ok ? result.payment.id : result.reason))
    // The second one comes in time for the same payment, or finds that the cart was bought.
    expect(new Set(ids.filter((id) => id !== 'empty-cart')).size).toBe(1)
    await expectPaidOnce(member)
  })

  test('by the payment page after the card, or the reverse', async () => {
    const first = await aBuyer()
    await pay(first, askedByBank)
    const started = await testShop.shop.startCheckout(first)
    if (!started.ok) throw new Error(started.reason)
    const states = (await checkoutsOf(first)).map(({ channel, state }) => `${channel} ${state}`)
    expect(states.toSorted()).toEqual(['card cancelled', 'cart open'])
    await payAt(started.url)
    expect(await pay(first)).toEqual({ ok: false, reason: 'already-paid' })
    expect(await chargesOf(first)).toEqual([total])

    const second = await aBuyer()
    const page = await testShop.shop.startCheckout(second)
    if (!page.ok) throw new Error(page.reason)
    await paid(second)
    await expect(payAt(page.url)).rejects.toThrow('410')
    expect(await chargesOf(second)).toEqual([total])
  })

  test('by a challenge that succeeds after the payment page was opened', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    await testShop.shop.startCheckout(member)
    await answerBank(result.payment.clientSecret!, 'complete')
    expect(await chargesOf(member)).toEqual([])
    expect(await testShop.shop.checkCardPayment(member, result.payment.id, '')).toMatchObject({
      status: 'canceled',
    })
  })
})

describe('when the provider fails', () => {
  const faults = ['error-before', 'error-after', 'drop-before', 'drop-after'] as const
  const calls = ['POST /v1/payment_intents', 'POST /v1/payment_intents/*/confirm'] as const
  const each = calls.flatMap((match) => faults.map((fault) => [match, fault] as const))

  test.each(each)('%s, %s: a second press pays exactly once', async (match, fault) => {
    const member = await aBuyer()
    await setFault({ match, fault, times: 2 })
    const first = await pay(member)
    await clearFaults()
    if (!first.ok) {
      expect(first.reason).toBe('provider-away')
      await paid(member)
    }
    await testShop.shop.settlePendingPayments()
    await expectPaidOnce(member)
  })

  test('a slow request times out after ten seconds, then its payment is looked up', async () => {
    const member = await aBuyer()
    const match = 'POST /v1/payment_intents/*/confirm'
    await setFault({ match, fault: 'delay-after', times: 2, ms: 12_000 })
    expect(await pay(member)).toMatchObject({ ok: true, payment: { status: 'succeeded' } })
    await expectPaidOnce(member)
  })

  test('completely, nothing is charged and the rest of the shop works', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    await setFault({ match: '*', fault: 'drop-before', times: 20 })
    const result = await testShop.shop.payByCard(member, { token, amount: total })
    expect(result).toEqual({ ok: false, reason: 'provider-away' })
    expect((await testShop.shop.viewCart(member)).totals.charged).toBe(total)
    await clearFaults()
    await paid(member)
    await expectPaidOnce(member)
  })
})

describe('the event of a payment by card', () => {
  test('makes one order, however often and in any order it arrives', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    await answerBank(result.payment.clientSecret!, 'complete')
    const event = signedEvent('payment_intent.succeeded', result.payment.id)
    await Promise.all([
      ...Array.from({ length: 5 }, () => testShop.shop.receiveEvent(event.body, event.signature)),
      testShop.shop.recordPayment(result.payment.id),
      testShop.shop.checkCardPayment(member, result.payment.id, ''),
    ])
    await testShop.shop.receiveEvent(event.body, event.signature)
    await expectPaidOnce(member)
  })

  test('that was missed is recovered by the job', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    await answerBank(result.payment.clientSecret!, 'complete')
    await testShop.shop.settlePendingPayments()
    await expectPaidOnce(member)
  })

  test('of a payment page leaves the order to the page’s session', async () => {
    const member = await aBuyer()
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const customer = await testShop.customerOf(member.id)
    const { data } = await providerClient().paymentIntents.list({ customer: customer! })
    expect(await testShop.shop.recordPayment(data[0]!.id)).toEqual({ state: 'unknown' })
    await testShop.shop.settlePendingPayments()
    const placed = await ordersOf(member)
    expect(placed.map((order) => order.channel)).toEqual(['cart'])
  })
})

describe('the hold of a payment by card', () => {
  test('ends after 30 minutes: the payment is cancelled, then the stock is released', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    const intent = await providerClient().paymentIntents.retrieve(result.payment.id)
    expect(intent.status).toBe('canceled')
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    expect((await checkoutsOf(member))[0]!.state).toBe('expired')
  })

  test('whose response was lost is found and cancelled before the stock is released', async () => {
    const member = await aBuyer()
    // Created at the provider, its response lost, and the lookup fails too.
    await setFault({ match: 'POST /v1/payment_intents', fault: 'drop-after', times: 2 })
    await setFault({ match: 'GET /v1/payment_intents', fault: 'error-before', times: 2 })
    expect(await pay(member)).toEqual({ ok: false, reason: 'provider-away' })
    await clearFaults()
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    const customer = (await testShop.customerOf(member.id))!
    const { data } = await providerClient().paymentIntents.list({ customer })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('ends at the next press once the provider has cancelled its payment, which pays anew', async () => {
    const member = await aBuyer()
    const first = await pay(member, askedByBank)
    if (!first.ok) throw new Error(first.reason)
    await providerClient().paymentIntents.cancel(first.payment.id)
    await paid(member)
    expect((await checkoutsOf(member)).map(({ state }) => state).toSorted()).toEqual([
      'cancelled',
      'paid',
    ])
    await expectPaidOnce(member)
  })

  test('stays when another payment for it, whose response was lost, is cancelled', async () => {
    const member = await aBuyer()
    await pay(member, askedByBank)
    const [checkout] = await checkoutsOf(member)
    const { paymentIntents } = providerClient()
    const metadata = { checkout: checkout!.id }
    const lost = await paymentIntents.create({ amount: total, currency: 'usd', metadata })
    await paymentIntents.cancel(lost.id)
    expect(await testShop.shop.recordPayment(lost.id)).toEqual({ state: 'expired' })
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('stays while the provider is unavailable, and a late payment becomes an order', async () => {
    const member = await aBuyer()
    const result = await pay(member, askedByBank)
    if (!result.ok) throw new Error(result.reason)
    testShop.pass(31)
    await setFault({ match: 'POST /v1/payment_intents/*/cancel', fault: 'drop-before', times: 4 })
    await testShop.shop.settlePendingPayments()
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
    await answerBank(result.payment.clientSecret!, 'complete')
    await clearFaults()
    await testShop.shop.settlePendingPayments()
    await expectPaidOnce(member)
  })
})

describe('the status of a payment', () => {
  test('is returned to its owner only, by payment id or token', async () => {
    const member = await aBuyer()
    const token = await cardToken()
    const result = await testShop.shop.payByCard(member, { token, amount: total })
    if (!result.ok) throw new Error(result.reason)
    for (const source of [result.payment.id, token]) {
      expect(await testShop.shop.checkCardPayment(member, source, '')).toEqual(result.payment)
      expect(await testShop.shop.checkCardPayment(await aMember(testShop.db), source, '')).toBe(
        'unknown',
      )
    }
    expect(await testShop.shop.checkCardPayment(member, 'pi_nobody', '')).toBe('unknown')
    // Nor is that of the provider's page one by card here.
    const { id } = result.payment
    const byPage = { channel: 'cart' } as const
    await testShop.db.update(checkouts).set(byPage).where(eq(checkouts.paymentIntentId, id))
    expect(await testShop.shop.checkCardPayment(member, id, '')).toBe('unknown')
  })
})
