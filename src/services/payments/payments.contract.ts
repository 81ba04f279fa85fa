import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'

import type { CustomerProfile, Payments, SessionRequest } from './payments.ts'
import { ForgedEvent, ProviderRefused } from './payments.ts'
import { setUpProvider } from './provider-setup.server.ts'

export type ContractParty = {
  payments: Payments
  /** The provider itself, past the adapter. */
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

/** What the shop counts on: held against the stand-in always, and against the provider itself. */
export function paymentsContract(open: () => Promise<ContractParty>): void {
  let party: ContractParty
  let ids: Record<string, string>
  let customerId: string
  const tried = new Set<string>()

  beforeAll(async () => {
    party = await open()
    party.payments = noting(party.payments, tried)
    ids = await setUpProvider(party.stripe, { taxPercent: 7.25, bottlePrice: '150' })
    customerId = await party.payments.createCustomer(profile, randomUUID())
  })

  const request = (more: Partial<SessionRequest> = {}): SessionRequest => ({
    checkoutId: randomUUID(),
    customerId,
    lines: [{ priceId: ids['STRIPE_PRICE_CASE']!, quantity: 1 }],
    taxRateId: ids['STRIPE_TAX_RATE_CALIFORNIA']!,
    shippingRateId: ids['STRIPE_RATE_GROUND_1']!,
    shipping: { name: 'Ana Ruiz', phone: '4155550123', address },
    successUrl: 'https://shop.example/succes?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://shop.example/members',
    expiresAt: minutes(33),
    ...more,
  })

  /** A payment as an offer's page makes one: authorised, with our checkout's id. */
  const anAuthorised = async (
    captureMethod: 'manual' | 'automatic' = 'manual',
    card = 'pm_card_visa',
  ) => {
    const checkoutId = randomUUID()
    const intent = await party.stripe.paymentIntents.create({
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
    test('twice finds what the first time made', async () => {
      const again = await setUpProvider(party.stripe, { taxPercent: 7.25, bottlePrice: '150' })
      expect(again).toEqual(ids)
    })
  })

  describe('customers', () => {
    test('are one however often they are asked for by one key', async () => {
      const key = randomUUID()
      const first = await party.payments.createCustomer(profile, key)
      expect(await party.payments.createCustomer(profile, key)).toBe(first)
    })

    test('are changed, and unknown ones are told', async () => {
      const shipping = { name: 'Ana Ruiz', address }
      const changed = { ...profile, shipping }
      expect(await party.payments.updateCustomer(customerId, changed)).toBe(true)
      expect(await party.payments.updateCustomer('cus_nobody', changed)).toBe(false)
    })
  })

  describe('a member’s payment page', () => {
    test('charges lines, tax and shipping to the cent, and is found by our own id', async () => {
      const asked = request()
      const made = await party.payments.createSession(asked, randomUUID())
      const session = await party.payments.getSession(made.id)
      expect(session).toMatchObject({
        id: made.id,
        checkoutId: asked.checkoutId,
        state: 'open',
        paid: false,
        amountTotal: total,
        shippingRateId: ids['STRIPE_RATE_GROUND_1'],
        shippingCents: 3_500,
      })
      expect(await party.payments.findSession(customerId, asked.checkoutId)).toMatchObject({
        id: made.id,
      })
      expect(await party.payments.findSession(customerId, randomUUID())).toBeNull()
    })

    test('is one however often it is asked for by one key', async () => {
      const [asked, key] = [request(), randomUUID()]
      const first = await party.payments.createSession(asked, key)
      expect(await party.payments.createSession(asked, key)).toEqual(first)
    })

    test('is closed, and closing it again says that it is', async () => {
      const { id } = await party.payments.createSession(request(), randomUUID())
      expect((await party.payments.expireSession(id)).state).toBe('expired')
      expect((await party.payments.expireSession(id)).state).toBe('expired')
      expect((await party.payments.getSession(id))!.state).toBe('expired')
    })

    test('that never was is none', async () => {
      expect(await party.payments.getSession('cs_test_nobody')).toBeNull()
    })

    test('with a price nobody knows is refused', async () => {
      const wrong = request({ lines: [{ priceId: 'price_nobody', quantity: 1 }] })
      await expect(party.payments.createSession(wrong, randomUUID())).rejects.toThrow(
        ProviderRefused,
      )
    })
  })

  describe('an offer’s payment page', () => {
    test.each(['ask', 'given', 'pickup'] as const)(
      'opens where the address is: %s',
      async (how) => {
        const checkoutId = randomUUID()
        const since = new Date()
        const { id } = await party.payments.createOfferSession(
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
        expect(await party.payments.getSession(id)).toMatchObject({
          checkoutId,
          state: 'open',
          amountTotal: 15_000 + 1_088 + 3_500,
          shippingRateId: ids['STRIPE_RATE_BOTTLE_GROUND'],
        })
        expect(await party.payments.findOfferSession(checkoutId, since)).toMatchObject({ id })
        expect(await party.payments.soldLinesOf(id)).toEqual([
          { priceId: ids['STRIPE_PRICE_BOTTLE'], quantity: 1, subtotal: 15_000, tax: 1_088 },
        ])
        await party.payments.expireSession(id)
      },
    )
  })

  describe('what is authorised', () => {
    test('is taken once, and can’t be let go then', async () => {
      const { id } = await anAuthorised()
      expect((await party.payments.getPayment(id))!.state).toBe('authorised')
      expect((await party.payments.capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await party.payments.capturePayment(id, randomUUID())).state).toBe('paid')
      expect((await party.payments.cancelPayment(id, randomUUID())).state).toBe('paid')
    })

    test('is let go, and can’t be taken then', async () => {
      const { id } = await anAuthorised()
      expect((await party.payments.cancelPayment(id, randomUUID())).state).toBe('cancelled')
      expect((await party.payments.capturePayment(id, randomUUID())).state).toBe('cancelled')
      expect(await party.payments.getPayment('pi_nobody')).toBeNull()
    })
  })

  describe('a payment by card', () => {
    const aPayment = async () => {
      const asked = {
        checkoutId: randomUUID(),
        customerId,
        amount: 12_345,
        description: '2022 Malbec',
        shipping: { name: 'Ana Ruiz', phone: '4155550123', address },
      }
      return { asked, payment: await party.payments.createCardPayment(asked, randomUUID()) }
    }
    const tokenOf = async (method: string) =>
      (await party.stripe.testHelpers.confirmationTokens.create({ payment_method: method })).id
    const confirmBy = (id: string, token: string) =>
      party.payments.confirmCardPayment(
        id,
        { token, returnUrl: 'https://shop.example/card' },
        randomUUID(),
      )
    const confirm = async (id: string, method: string) => confirmBy(id, await tokenOf(method))

    test('waits for a card, takes a good one, and is found by our own id', async () => {
      const { asked, payment } = await aPayment()
      expect(payment).toMatchObject({ paid: false, waitsFor: 'card' })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({
        paid: true,
        amountTotal: 12_345,
        checkoutId: asked.checkoutId,
      })
      expect(await party.payments.findCardPayment(customerId, asked.checkoutId)).toMatchObject({
        id: payment.id,
        paid: true,
      })
    })

    test('tells why a card was declined, and waits for another', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_chargeDeclined')).toMatchObject({
        paid: false,
        waitsFor: 'card',
        problem: expect.stringContaining('declined'),
      })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ paid: true })
    })

    test('waits for the buyer’s bank where it wants to ask', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_authenticationRequired')).toMatchObject({
        paid: false,
        state: 'open',
        waitsFor: 'bank',
        clientSecret: expect.stringContaining('_secret_'),
      })
      expect((await party.payments.cancelCardPayment(payment.id)).state).toBe('expired')
    })

    test('takes no token twice, nor one that never was', async () => {
      const [first, second] = [await aPayment(), await aPayment()]
      const token = await tokenOf('pm_card_visa')
      expect(await confirmBy(first.payment.id, token)).toMatchObject({ paid: true })
      for (const bad of [token, 'ctoken_nobody']) {
        expect(await confirmBy(second.payment.id, bad)).toBe('token-refused')
      }
      expect((await party.payments.getCardPayment(second.payment.id))!.paid).toBe(false)
    })

    test('that is paid stays so, tried again or ended', async () => {
      const { payment } = await aPayment()
      await confirm(payment.id, 'pm_card_visa')
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ state: 'complete' })
      expect((await party.payments.cancelCardPayment(payment.id)).state).toBe('complete')
    })

    test('is ended, and can’t be paid then', async () => {
      const { payment } = await aPayment()
      expect((await party.payments.cancelCardPayment(payment.id)).state).toBe('expired')
      expect((await party.payments.getCardPayment(payment.id))!.state).toBe('expired')
      expect(await party.payments.getCardPayment('pi_nobody')).toBeNull()
    })
  })

  describe('after the sale', () => {
    test('some is given back, once by one key, and never more than was paid', async () => {
      const { id, checkoutId } = await anAuthorised('automatic')
      const refund = { paymentId: id, refundId: randomUUID(), amount: 4_000 }
      const key = randomUUID()
      await party.payments.makeRefund(refund, key)
      await party.payments.makeRefund(refund, key)
      const { refunds, disputes } = await party.payments.afterSaleOf(id)
      expect(refunds).toMatchObject([
        { paymentId: id, refundId: refund.refundId, amount: 4_000, state: 'made' },
      ])
      expect(disputes).toEqual([])
      const tooMuch = { ...refund, refundId: randomUUID(), amount: 6_001 }
      await expect(party.payments.makeRefund(tooMuch, randomUUID())).rejects.toThrow(
        ProviderRefused,
      )
      expect(await party.payments.checkoutOfPayment(id)).toBe(checkoutId)
      expect(await party.payments.booksPayment(id)).toMatchObject({
        checkoutId,
        state: 'paid',
        amount: 10_000,
        refunded: 4_000,
        isDisputed: false,
      })
      expect(await party.payments.checkoutOfPayment('pi_nobody')).toBeNull()
      expect(await party.payments.booksPayment('pi_nobody')).toBeNull()
    })

    test('a dispute is told with its amount, reason and state', async () => {
      const { id } = await anAuthorised('automatic', 'pm_card_createDispute')
      const disputes = async () => (await party.payments.afterSaleOf(id)).disputes
      await expect
        .poll(disputes, { timeout: 20_000 })
        .toMatchObject([
          { paymentId: id, amount: 10_000, state: 'needs-response', reason: 'fraudulent' },
        ])
      expect(await party.payments.booksPayment(id)).toMatchObject({ isDisputed: true })
    })
  })

  describe('the books', () => {
    test('list payments, refunds and pages of a span', async () => {
      const from = minutes(-1)
      const { id } = await anAuthorised('automatic')
      const refundId = randomUUID()
      await party.payments.makeRefund({ paymentId: id, refundId, amount: 100 }, randomUUID())
      const page = await party.payments.createSession(request(), randomUUID())
      const span = { from, to: minutes(1) }
      expect(await idsIn(party.payments.paymentPages(span))).toContain(id)
      expect(await idsIn(party.payments.sessionPages(span))).toContain(page.id)
      const ours = (await all(party.payments.refundPages(span))).find(
        (refund) => refund.refundId === refundId,
      )
      expect(ours).toMatchObject({ paymentId: id, amount: 100, state: 'made' })
      await party.payments.expireSession(page.id)
    })
  })

  describe('events', () => {
    test('are listed since a moment, oldest first, with the payment they are about', async () => {
      const since = minutes(-1)
      const { id } = await anAuthorised('automatic')
      await party.payments.makeRefund(
        { paymentId: id, refundId: randomUUID(), amount: 100 },
        randomUUID(),
      )
      const about = async () => {
        const events = await party.payments.paymentEventsSince(since)
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

    test('are believed only when signed lately, over the very body', () => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'checkout.session.completed',
        created: 1,
        data: { object: { id: 'cs_1', object: 'checkout.session' } },
      })
      const { webhookSecret: secret } = party
      const sign = (secondsAgo: number, by = secret) =>
        party.stripe.webhooks.generateTestHeaderString({
          payload,
          secret: by,
          timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
        })
      expect(party.payments.readEvent(payload, sign(10)).objectId).toBe('cs_1')
      for (const forged of [sign(400), sign(10, 'whsec_other'), 't=1,v1=00', '']) {
        expect(() => party.payments.readEvent(payload, forged)).toThrow(ForgedEvent)
      }
      expect(() => party.payments.readEvent(`${payload} `, sign(10))).toThrow(ForgedEvent)
    })
  })

  test('leaves no method of the port out', () => {
    expect([...tried].toSorted()).toEqual(Object.keys(party.payments).toSorted())
  })
}

/** The same, noting which of its methods were asked. */
const noting = (payments: Payments, asked: Set<string>): Payments =>
  new Proxy(payments, {
    get: (target, name, receiver) => {
      asked.add(String(name))
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
