import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import { afterSaleContract } from './after-sale.contract.ts'
import { cardPaymentsContract } from './card-payments.contract.ts'
import type { ContractContext, ContractProvider } from './contract-context.ts'
import { address, minutes, profile } from './contract-context.ts'
import type { Payments, SessionRequest } from './payments.ts'
import { ForgedEvent, ProviderRefused } from './payments.ts'

const total = 45_000 + 3_263 + 3_500

/**
 * The contract the shop relies on; runs against the fake provider, and against Stripe's test mode
 * if a key is set.
 */
export function paymentsContract(open: () => Promise<ContractProvider>): void {
  const tried = new Set<string>()
  const context = {} as ContractContext
  const payments = () => context.provider.payments

  beforeAll(async () => {
    const provider = await open()
    provider.payments = recordingCalls(provider.payments, tried)
    const ids = await provider.setUp()
    const customerId = await provider.payments.createCustomer(profile, randomUUID())
    Object.assign(context, { provider, ids, customerId, request, anAuthorised })
  })

  const request = (more: Partial<SessionRequest> = {}): SessionRequest => ({
    checkoutId: randomUUID(),
    customerId: context.customerId,
    lines: [{ priceId: context.ids['STRIPE_PRICE_CASE']!, quantity: 1 }],
    taxRateId: context.ids['STRIPE_TAX_RATE_CALIFORNIA']!,
    shippingRateId: context.ids['STRIPE_RATE_GROUND_1']!,
    shipping: { name: 'Ana Ruiz', phone: '4155550123', address },
    note: 'I am 21 or older.',
    successUrl: 'https://shop.example/succes?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://shop.example/members',
    expiresAt: minutes(33),
    ...more,
  })

  /** A payment as an offer's page creates it: authorised, with our checkout id. */
  const anAuthorised = async (
    captureMethod: 'manual' | 'automatic' = 'manual',
    card = 'pm_card_visa',
  ) => {
    const checkoutId = randomUUID()
    const intent = await context.provider.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      confirm: true,
      payment_method: card,
      capture_method: captureMethod,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { checkout: checkoutId },
    })
    return { id: intent.id, checkoutId }
  }

  describe('setting up', () => {
    test('twice finds what the first run created', async () => {
      const again = await context.provider.setUp()
      expect(again).toEqual(context.ids)
    })
  })

  describe('the price of a new wine', () => {
    const wine = {
      lookupKey: `kohue_contract-${randomUUID()}`,
      name: '2025 Tannat',
      amount: 48_000,
    }

    test('is created once per lookup key, and is not of another amount', async () => {
      const id = await payments().ensurePrice(wine)
      expect(await payments().ensurePrice(wine)).toBe(id)
      expect(await payments().priceAmount(id)).toBe(48_000)
      const dearer = { ...wine, amount: 50_000 }
      await expect(payments().ensurePrice(dearer)).rejects.toThrow(/of another amount/)
    })

    test('is created anew after it was archived, also at its first amount', async () => {
      const { prices } = context.provider.stripe
      const tannat = { ...wine, lookupKey: `kohue_contract-${randomUUID()}` }
      const made = []
      for (const amount of [48_000, 50_000, 48_000, 48_000]) {
        const id = await payments().ensurePrice({ ...tannat, amount })
        expect(await prices.retrieve(id)).toMatchObject({ active: true, unit_amount: amount })
        made.push(id)
        await prices.update(id, { active: false })
      }
      expect(new Set(made).size).toBe(4)
    })
  })

  describe('customers', () => {
    test('are created once per idempotency key', async () => {
      const key = randomUUID()
      const first = await payments().createCustomer(profile, key)
      expect(await payments().createCustomer(profile, key)).toBe(first)
    })

    test('are updated; unknown ones return false', async () => {
      const shipping = { name: 'Ana Ruiz', address }
      const changed = { ...profile, shipping }
      expect(await payments().updateCustomer(context.customerId, changed)).toBe(true)
      expect(await payments().updateCustomer('cus_nobody', changed)).toBe(false)
    })
  })

  describe('a member’s payment page', () => {
    test('charges lines, tax and shipping to the cent, and is found by our checkout id', async () => {
      const wanted = request()
      const made = await payments().createSession(wanted, randomUUID())
      const session = await payments().getSession(made.id)
      expect(session).toMatchObject({
        id: made.id,
        checkoutId: wanted.checkoutId,
        state: 'open',
        paid: false,
        amountTotal: total,
        shippingRateId: context.ids['STRIPE_RATE_GROUND_1'],
        shippingCents: 3_500,
      })
      expect(await payments().findSession(context.customerId, wanted.checkoutId)).toMatchObject({
        id: made.id,
      })
      expect(await payments().findSession(context.customerId, randomUUID())).toBeNull()
    })

    test('charges what has no price at the provider as a line without tax', async () => {
      const charges = [{ name: 'Gift wrap', cents: 500 }]
      const made = await payments().createSession(request({ charges }), randomUUID())
      expect(made).toMatchObject({ subtotal: 45_500, total: total + 500 })
    })

    test('is created once per idempotency key', async () => {
      const [wanted, key] = [request(), randomUUID()]
      const first = await payments().createSession(wanted, key)
      expect(await payments().createSession(wanted, key)).toEqual(first)
    })

    test('is closed; closing it again returns the same state', async () => {
      const { id } = await payments().createSession(request(), randomUUID())
      expect((await payments().expireSession(id)).state).toBe('expired')
      expect((await payments().expireSession(id)).state).toBe('expired')
      expect((await payments().getSession(id))!.state).toBe('expired')
    })

    test('that does not exist is null', async () => {
      expect(await payments().getSession('cs_test_nobody')).toBeNull()
    })

    test('with an unknown price is refused', async () => {
      const wrong = request({ lines: [{ priceId: 'price_nobody', quantity: 1 }] })
      await expect(payments().createSession(wrong, randomUUID())).rejects.toThrow(ProviderRefused)
    })
  })

  describe('an offer’s payment page', () => {
    test.each(['ask', 'given', 'pickup'] as const)('opens with the address: %s', async (how) => {
      const checkoutId = randomUUID()
      const since = new Date()
      const { id } = await payments().createOfferSession(
        {
          checkoutId,
          email: how === 'ask' ? null : 'eva@example.com',
          lines: [{ priceId: context.ids['STRIPE_PRICE_BOTTLE']!, quantity: 1 }],
          taxRateId: context.ids['STRIPE_TAX_RATE_CALIFORNIA']!,
          shippingRateIds: [
            context.ids['STRIPE_RATE_BOTTLE_GROUND']!,
            context.ids['STRIPE_RATE_LOCAL']!,
          ],
          shipping:
            how === 'ask'
              ? 'ask'
              : how === 'given'
                ? { name: 'Eva Marsh', phone: '5125550123', address }
                : null,
          note: 'I am 21 or older.',
          successUrl: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
          cancelUrl: 'https://shop.example/offer1',
          expiresAt: minutes(33),
        },
        randomUUID(),
      )
      expect(await payments().getSession(id)).toMatchObject({
        checkoutId,
        state: 'open',
        amountTotal: 15_000 + 1_088 + 3_500,
        shippingRateId: context.ids['STRIPE_RATE_BOTTLE_GROUND'],
      })
      expect(await payments().findOfferSession(checkoutId, since)).toMatchObject({
        id,
      })
      expect(await payments().soldLinesOf(id)).toEqual([
        { priceId: context.ids['STRIPE_PRICE_BOTTLE'], quantity: 1, subtotal: 15_000, tax: 1_088 },
      ])
      await payments().expireSession(id)
    })
  })

  test('a payment page for shipping a returned box charges one amount, once per key', async () => {
    const { checkoutId, shipping, note, successUrl, cancelUrl, expiresAt } = request()
    const wanted = {
      checkoutId,
      email: 'eva@example.com',
      title: 'Order K-1042: Ground shipping, once more',
      amount: 5_000,
      shipping: shipping!,
      note,
      successUrl,
      cancelUrl,
      expiresAt,
    }
    const [since, key] = [new Date(), randomUUID()]
    const made = await payments().createReshipmentSession(wanted, key)
    expect(await payments().createReshipmentSession(wanted, key)).toEqual(made)
    expect(await payments().getSession(made.id)).toMatchObject({
      checkoutId,
      state: 'open',
      amountTotal: 5_000,
      email: 'eva@example.com',
    })
    expect(await payments().findOfferSession(checkoutId, since)).toMatchObject({
      id: made.id,
    })
  })

  describe('an authorised payment', () => {
    test('is captured once, and can’t be cancelled then', async () => {
      const { id } = await anAuthorised()
      expect((await payments().getPayment(id))!.state).toBe('authorised')
      expect((await payments().capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await payments().capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await payments().cancelPayment(id, randomUUID())).state).toBe('paid')
    })

    test('is cancelled, and can’t be captured then', async () => {
      const { id } = await anAuthorised()
      expect((await payments().cancelPayment(id, randomUUID())).state).toBe('cancelled')
      expect((await payments().capturePayment(id, randomUUID())).state).toBe('cancelled')
      expect(await payments().getPayment('pi_nobody')).toBeNull()
    })
  })

  cardPaymentsContract(context)
  afterSaleContract(context)

  describe('events', () => {
    test('are listed since a moment, oldest first, with the payment they are about', async () => {
      const since = minutes(-1)
      const { id } = await anAuthorised('automatic')
      await payments().makeRefund(
        { paymentId: id, refundId: randomUUID(), amount: 100 },
        randomUUID(),
      )
      const about = async () => {
        const events = await payments().paymentEventsSince(since)
        return events.filter(({ objectId }) => objectId === id).map(({ type }) => type)
      }
      await expect
        .poll(about, { timeout: 20_000 })
        .toEqual(expect.arrayContaining(['payment_intent.succeeded', 'refund.created']))
      const types = await about()
      expect(types.indexOf('payment_intent.succeeded')).toBeLessThan(
        types.indexOf('refund.created'),
      )
    })

    test('are accepted only with a recent signature of the exact body', () => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'checkout.session.completed',
        created: 1,
        data: { object: { id: 'cs_1', object: 'checkout.session' } },
      })
      const { webhookSecret: secret } = context.provider
      const sign = (secondsAgo: number, by = secret) =>
        context.provider.stripe.webhooks.generateTestHeaderString({
          payload,
          secret: by,
          timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
        })
      expect(payments().readEvent(payload, sign(10)).objectId).toBe('cs_1')
      for (const forged of [sign(400), sign(10, 'whsec_other'), 't=1,v1=00', '']) {
        expect(() => payments().readEvent(payload, forged)).toThrow(ForgedEvent)
      }
      expect(() => payments().readEvent(`${payload} `, sign(10))).toThrow(ForgedEvent)
    })
  })

  test('returns the amount of a price and the percentage of a tax rate', async () => {
    expect(await payments().priceAmount(context.ids['STRIPE_PRICE_CASE']!)).toBe(45_000)
    expect(await payments().taxPercent(context.ids['STRIPE_TAX_RATE_CALIFORNIA']!)).toBe(7.25)
    expect(await payments().priceAmount('price_none')).toBeNull()
    expect(await payments().taxPercent('txr_none')).toBeNull()
  })

  test('covers every method of the port', () => {
    expect([...tried].toSorted()).toEqual(Object.keys(payments()).toSorted())
  })
}

/** A proxy that records the names of the methods used. */
const recordingCalls = (payments: Payments, called: Set<string>): Payments =>
  new Proxy(payments, {
    get: (target, name, receiver) => {
      called.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
