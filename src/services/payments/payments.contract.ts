import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'

import type { CustomerProfile, Payments, SessionRequest } from './payments.ts'
import { ForgedEvent, ProviderRefused } from './payments.ts'
import { setUpProvider } from './provider-setup.server.ts'

export type ContractProvider = {
  payments: Payments
  /** The provider's SDK, without the adapter. */
  stripe: Stripe
  webhookSecret: string
}

const profile: CustomerProfile = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: '4155550123',
  shipping: null,
}

const address = {
  line1: '1200 Valencia Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94110',
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const total = 45_000 + 3_263 + 3_500

/**
 * The contract the shop relies on; runs against the fake provider, and against Stripe's test mode
 * if a key is set.
 */
export function paymentsContract(open: () => Promise<ContractProvider>): void {
  let provider: ContractProvider
  let ids: Record<string, string>
  let customerId: string
  const tried = new Set<string>()

  beforeAll(async () => {
    provider = await open()
    provider.payments = noting(provider.payments, tried)
    ids = await setUpProvider(provider.stripe, { taxPercent: 7.25, bottlePrice: '150' })
    customerId = await provider.payments.createCustomer(profile, randomUUID())
  })

  const request = (more: Partial<SessionRequest> = {}): SessionRequest => ({
    checkoutId: randomUUID(),
    customerId,
    lines: [{ priceId: ids['STRIPE_PRICE_CASE']!, quantity: 1 }],
    taxRateId: ids['STRIPE_TAX_RATE_CALIFORNIA']!,
    shippingRateId: ids['STRIPE_RATE_GROUND_1']!,
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
    const intent = await provider.stripe.paymentIntents.create({
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
      const again = await setUpProvider(provider.stripe, { taxPercent: 7.25, bottlePrice: '150' })
      expect(again).toEqual(ids)
    })
  })

  describe('the price of a new wine', () => {
    const wine = {
      lookupKey: `kohue_contract-${randomUUID()}`,
      name: '2025 Tannat',
      amount: 48_000,
    }

    test('is created once per lookup key, and is not of another amount', async () => {
      const id = await provider.payments.ensurePrice(wine)
      expect(await provider.payments.ensurePrice(wine)).toBe(id)
      expect(await provider.payments.priceAmount(id)).toBe(48_000)
      const dearer = { ...wine, amount: 50_000 }
      await expect(provider.payments.ensurePrice(dearer)).rejects.toThrow(/of another amount/)
    })
  })

  describe('customers', () => {
    test('are created once per idempotency key', async () => {
      const key = randomUUID()
      const first = await provider.payments.createCustomer(profile, key)
      expect(await provider.payments.createCustomer(profile, key)).toBe(first)
    })

    test('are updated; unknown ones return false', async () => {
      const shipping = { name: 'Ana Ruiz', address }
      const changed = { ...profile, shipping }
      expect(await provider.payments.updateCustomer(customerId, changed)).toBe(true)
      expect(await provider.payments.updateCustomer('cus_nobody', changed)).toBe(false)
    })
  })

  describe('a member’s payment page', () => {
    test('charges lines, tax and shipping to the cent, and is found by our checkout id', async () => {
      const wanted = request()
      const made = await provider.payments.createSession(wanted, randomUUID())
      const session = await provider.payments.getSession(made.id)
      expect(session).toMatchObject({
        id: made.id,
        checkoutId: wanted.checkoutId,
        state: 'open',
        paid: false,
        amountTotal: total,
        shippingRateId: ids['STRIPE_RATE_GROUND_1'],
        shippingCents: 3_500,
      })
      expect(await provider.payments.findSession(customerId, wanted.checkoutId)).toMatchObject({
        id: made.id,
      })
      expect(await provider.payments.findSession(customerId, randomUUID())).toBeNull()
    })

    test('is created once per idempotency key', async () => {
      const [wanted, key] = [request(), randomUUID()]
      const first = await provider.payments.createSession(wanted, key)
      expect(await provider.payments.createSession(wanted, key)).toEqual(first)
    })

    test('is closed; closing it again returns the same state', async () => {
      const { id } = await provider.payments.createSession(request(), randomUUID())
      expect((await provider.payments.expireSession(id)).state).toBe('expired')
      expect((await provider.payments.expireSession(id)).state).toBe('expired')
      expect((await provider.payments.getSession(id))!.state).toBe('expired')
    })

    test('that does not exist is null', async () => {
      expect(await provider.payments.getSession('cs_test_nobody')).toBeNull()
    })

    test('with an unknown price is refused', async () => {
      const wrong = request({ lines: [{ priceId: 'price_nobody', quantity: 1 }] })
      await expect(provider.payments.createSession(wrong, randomUUID())).rejects.toThrow(
        ProviderRefused,
      )
    })
  })

  describe('an offer’s payment page', () => {
    test.each(['ask', 'given', 'pickup'] as const)('opens with the address: %s', async (how) => {
      const checkoutId = randomUUID()
      const since = new Date()
      const { id } = await provider.payments.createOfferSession(
        {
          checkoutId,
          email: how === 'ask' ? null : 'eva@example.com',
          lines: [{ priceId: ids['STRIPE_PRICE_BOTTLE']!, quantity: 1 }],
          taxRateId: ids['STRIPE_TAX_RATE_CALIFORNIA']!,
          shippingRateIds: [ids['STRIPE_RATE_BOTTLE_GROUND']!, ids['STRIPE_RATE_LOCAL']!],
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
      expect(await provider.payments.getSession(id)).toMatchObject({
        checkoutId,
        state: 'open',
        amountTotal: 15_000 + 1_088 + 3_500,
        shippingRateId: ids['STRIPE_RATE_BOTTLE_GROUND'],
      })
      expect(await provider.payments.findOfferSession(checkoutId, since)).toMatchObject({ id })
      expect(await provider.payments.soldLinesOf(id)).toEqual([
        { priceId: ids['STRIPE_PRICE_BOTTLE'], quantity: 1, subtotal: 15_000, tax: 1_088 },
      ])
      await provider.payments.expireSession(id)
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
    const made = await provider.payments.createReshipmentSession(wanted, key)
    expect(await provider.payments.createReshipmentSession(wanted, key)).toEqual(made)
    expect(await provider.payments.getSession(made.id)).toMatchObject({
      checkoutId,
      state: 'open',
      amountTotal: 5_000,
      email: 'eva@example.com',
    })
    expect(await provider.payments.findOfferSession(checkoutId, since)).toMatchObject({
      id: made.id,
    })
  })

  describe('an authorised payment', () => {
    test('is captured once, and can’t be cancelled then', async () => {
      const { id } = await anAuthorised()
      expect((await provider.payments.getPayment(id))!.state).toBe('authorised')
      expect((await provider.payments.capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await provider.payments.capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await provider.payments.cancelPayment(id, randomUUID())).state).toBe('paid')
    })

    test('is cancelled, and can’t be captured then', async () => {
      const { id } = await anAuthorised()
      expect((await provider.payments.cancelPayment(id, randomUUID())).state).toBe('cancelled')
      expect((await provider.payments.capturePayment(id, randomUUID())).state).toBe('cancelled')
      expect(await provider.payments.getPayment('pi_nobody')).toBeNull()
    })
  })

  describe('a payment by card', () => {
    const aPayment = async () => {
      const wanted = {
        checkoutId: randomUUID(),
        customerId,
        amount: 12_345,
        description: '2022 Malbec',
        shipping: { name: 'Ana Ruiz', phone: '4155550123', address },
      }
      return { wanted, payment: await provider.payments.createCardPayment(wanted, randomUUID()) }
    }
    const tokenOf = async (method: string) =>
      (await provider.stripe.testHelpers.confirmationTokens.create({ payment_method: method })).id
    const confirmBy = (id: string, token: string, keepsCard = false) =>
      provider.payments.confirmCardPayment(
        id,
        { token, keepsCard, returnUrl: 'https://shop.example/card' },
        randomUUID(),
      )
    const confirm = async (id: string, method: string) => confirmBy(id, await tokenOf(method))

    test('waits for a card, accepts a valid one, and is found by our checkout id', async () => {
      const { wanted, payment } = await aPayment()
      expect(payment).toMatchObject({ paid: false, waitsFor: 'card' })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({
        paid: true,
        amountTotal: 12_345,
        checkoutId: wanted.checkoutId,
      })
      expect(await provider.payments.findCardPayment(customerId, wanted.checkoutId)).toMatchObject({
        id: payment.id,
        paid: true,
      })
    })

    test('saves a card only on request; it can be used again and removed', async () => {
      const profileOfOther = { ...profile, email: 'other@example.com' }
      const other = await provider.payments.createCustomer(profileOfOther, randomUUID())
      const newPayment = async () => {
        const wanted = {
          checkoutId: randomUUID(),
          customerId: other,
          amount: 12_345,
          description: '2022 Malbec',
          shipping: null,
        }
        return (await provider.payments.createCardPayment(wanted, randomUUID())).id
      }
      await confirmBy(await newPayment(), await tokenOf('pm_card_visa'))
      expect(await provider.payments.keptCards(other)).toEqual([])
      await confirmBy(await newPayment(), await tokenOf('pm_card_visa'), true)
      const [kept] = await provider.payments.keptCards(other)
      expect(kept).toMatchObject({ brand: 'visa', last4: '4242' })
      const again = await provider.payments.confirmCardPayment(
        await newPayment(),
        { keptCardId: kept!.id, returnUrl: 'https://shop.example/card' },
        randomUUID(),
      )
      expect(again).toMatchObject({ paid: true })
      expect(await provider.payments.removeKeptCard(customerId, kept!.id)).toBe(false)
      expect(await provider.payments.removeKeptCard(other, kept!.id)).toBe(true)
      expect(await provider.payments.keptCards(other)).toEqual([])
    })

    test('returns why a card was declined, and waits for another', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_chargeDeclined')).toMatchObject({
        paid: false,
        waitsFor: 'card',
        problem: expect.stringContaining('declined'),
      })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ paid: true })
    })

    test('waits for the buyer’s bank to authenticate', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_authenticationRequired')).toMatchObject({
        paid: false,
        state: 'open',
        waitsFor: 'bank',
        clientSecret: expect.stringContaining('_secret_'),
      })
      expect((await provider.payments.cancelCardPayment(payment.id)).state).toBe('expired')
    })

    test('accepts no token twice, nor an unknown one', async () => {
      const [first, second] = [await aPayment(), await aPayment()]
      const token = await tokenOf('pm_card_visa')
      expect(await confirmBy(first.payment.id, token)).toMatchObject({ paid: true })
      for (const bad of [token, 'ctoken_nobody']) {
        expect(await confirmBy(second.payment.id, bad)).toBe('token-refused')
      }
      expect((await provider.payments.getCardPayment(second.payment.id))!.paid).toBe(false)
    })

    test('that is paid stays paid when confirmed again or cancelled', async () => {
      const { payment } = await aPayment()
      await confirm(payment.id, 'pm_card_visa')
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ state: 'complete' })
      expect((await provider.payments.cancelCardPayment(payment.id)).state).toBe('complete')
    })

    test('is cancelled, and can’t be paid then', async () => {
      const { payment } = await aPayment()
      expect((await provider.payments.cancelCardPayment(payment.id)).state).toBe('expired')
      expect((await provider.payments.getCardPayment(payment.id))!.state).toBe('expired')
      expect(await provider.payments.getCardPayment('pi_nobody')).toBeNull()
    })
  })

  describe('after the sale', () => {
    test('a part is refunded, once per idempotency key, and never more than was paid', async () => {
      const { id, checkoutId } = await anAuthorised('automatic')
      const refund = { paymentId: id, refundId: randomUUID(), amount: 4_000 }
      const key = randomUUID()
      await provider.payments.makeRefund(refund, key)
      await provider.payments.makeRefund(refund, key)
      const { refunds, disputes } = await provider.payments.afterSaleOf(id)
      expect(refunds).toMatchObject([
        { paymentId: id, refundId: refund.refundId, amount: 4_000, state: 'made' },
      ])
      expect(disputes).toEqual([])
      const tooMuch = { ...refund, refundId: randomUUID(), amount: 6_001 }
      await expect(provider.payments.makeRefund(tooMuch, randomUUID())).rejects.toThrow(
        ProviderRefused,
      )
      expect(await provider.payments.checkoutOfPayment(id)).toBe(checkoutId)
      expect(await provider.payments.paymentToReconcile(id)).toMatchObject({
        checkoutId,
        state: 'paid',
        amount: 10_000,
        refunded: 4_000,
        isDisputed: false,
      })
      expect(await provider.payments.checkoutOfPayment('pi_nobody')).toBeNull()
      expect(await provider.payments.paymentToReconcile('pi_nobody')).toBeNull()
    })

    test('the card of a payment is its brand and last four digits', async () => {
      const { id } = await anAuthorised('automatic')
      expect(await provider.payments.cardOfPayment(id)).toEqual({ brand: 'visa', last4: '4242' })
    })

    test('a dispute has its amount, reason and state', async () => {
      const { id } = await anAuthorised('automatic', 'pm_card_createDispute')
      const disputes = async () => (await provider.payments.afterSaleOf(id)).disputes
      await expect
        .poll(disputes, { timeout: 20_000 })
        .toMatchObject([
          { paymentId: id, amount: 10_000, state: 'needs-response', reason: 'fraudulent' },
        ])
      expect(await provider.payments.paymentToReconcile(id)).toMatchObject({ isDisputed: true })
    })

    test('a dispute takes a PDF as evidence, submitted once', async () => {
      const { id } = await anAuthorised('automatic', 'pm_card_createDispute')
      const disputes = async () => (await provider.payments.afterSaleOf(id)).disputes
      await expect.poll(disputes, { timeout: 20_000 }).toHaveLength(1)
      const [dispute] = await disputes()
      const pdf = Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      )
      const fileId = await provider.payments.uploadEvidence({ name: 'evidence.pdf', pdf })
      expect(fileId).toMatch(/^file_/)
      expect(await provider.payments.hasEvidence(dispute!.id)).toBe(false)
      const evidence = {
        customerName: 'Ana Ruiz',
        customerEmail: 'ana@example.com',
        productDescription: '1 × 2022 Malbec',
        shippingAddress: '1200 Valencia Street, San Francisco, CA 94110',
        carrier: 'UPS',
        trackingNumbers: '1Z999AA10123456784',
        shippedOn: '2026-11-02',
        fileId,
      }
      await provider.payments.submitEvidence(dispute!.id, evidence, randomUUID())
      expect(await provider.payments.hasEvidence(dispute!.id)).toBe(true)
    })
  })

  describe('the provider’s ledger', () => {
    test('lists payments, refunds and sessions of a time span', async () => {
      const from = minutes(-1)
      const { id } = await anAuthorised('automatic')
      const refundId = randomUUID()
      await provider.payments.makeRefund({ paymentId: id, refundId, amount: 100 }, randomUUID())
      const page = await provider.payments.createSession(request(), randomUUID())
      const span = { from, to: minutes(1) }
      expect(await idsIn(provider.payments.paymentPages(span))).toContain(id)
      expect(await idsIn(provider.payments.sessionPages(span))).toContain(page.id)
      const ours = (await all(provider.payments.refundPages(span))).find(
        (refund) => refund.refundId === refundId,
      )
      expect(ours).toMatchObject({ paymentId: id, amount: 100, state: 'made' })
      await provider.payments.expireSession(page.id)
    })

    test('lists what moved the balance, with the payment it is about', async () => {
      const from = minutes(-1)
      const { id } = await anAuthorised('automatic')
      const refundId = randomUUID()
      await provider.payments.makeRefund({ paymentId: id, refundId, amount: 100 }, randomUUID())
      const disputed = await anAuthorised('automatic', 'pm_card_createDispute')
      const about = async () => {
        const found = await all(provider.payments.movementPages({ from, to: minutes(1) }))
        return found.filter(({ paymentId }) => paymentId === id || paymentId === disputed.id)
      }
      await expect.poll(async () => (await about()).length, { timeout: 30_000 }).toBe(4)
      const moved = (await about()).map(({ kind, amount, paymentId }) => ({
        kind,
        amount,
        isDisputed: paymentId === disputed.id,
      }))
      expect(moved).toEqual(
        expect.arrayContaining([
          { kind: 'charge', amount: 10_000, isDisputed: false },
          { kind: 'refund', amount: -100, isDisputed: false },
          { kind: 'charge', amount: 10_000, isDisputed: true },
          { kind: 'dispute', amount: -10_000, isDisputed: true },
        ]),
      )
    })
  })

  describe('events', () => {
    test('are listed since a moment, oldest first, with the payment they are about', async () => {
      const since = minutes(-1)
      const { id } = await anAuthorised('automatic')
      await provider.payments.makeRefund(
        { paymentId: id, refundId: randomUUID(), amount: 100 },
        randomUUID(),
      )
      const about = async () => {
        const events = await provider.payments.paymentEventsSince(since)
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
      const { webhookSecret: secret } = provider
      const sign = (secondsAgo: number, by = secret) =>
        provider.stripe.webhooks.generateTestHeaderString({
          payload,
          secret: by,
          timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
        })
      expect(provider.payments.readEvent(payload, sign(10)).objectId).toBe('cs_1')
      for (const forged of [sign(400), sign(10, 'whsec_other'), 't=1,v1=00', '']) {
        expect(() => provider.payments.readEvent(payload, forged)).toThrow(ForgedEvent)
      }
      expect(() => provider.payments.readEvent(`${payload} `, sign(10))).toThrow(ForgedEvent)
    })
  })

  test('returns the amount of a price and the percentage of a tax rate', async () => {
    expect(await provider.payments.priceAmount(ids['STRIPE_PRICE_CASE']!)).toBe(45_000)
    expect(await provider.payments.taxPercent(ids['STRIPE_TAX_RATE_CALIFORNIA']!)).toBe(7.25)
    expect(await provider.payments.priceAmount('price_none')).toBeNull()
    expect(await provider.payments.taxPercent('txr_none')).toBeNull()
  })

  test('covers every method of the port', () => {
    expect([...tried].toSorted()).toEqual(Object.keys(provider.payments).toSorted())
  })
}

/** A proxy that records the names of the methods used. */
const noting = (payments: Payments, called: Set<string>): Payments =>
  new Proxy(payments, {
    get: (target, name, receiver) => {
      called.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })

async function all<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

const idsIn = async (pages: AsyncIterable<{ id: string }[]>) =>
  (await all(pages)).map(({ id }) => id)
