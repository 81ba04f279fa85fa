import { Stripe } from 'stripe'
import { describe, expect, test, vi } from 'vitest'

import type { DisputeEvidence } from './after-sale-payments.ts'
import { isAfterSaleEvent, isPaymentEvent, paymentEvents } from './payment-events.ts'
import { ProviderRefused, ProviderUnavailable } from './payments.ts'
import { withFreshKey } from './spent-keys.server.ts'
import { refundOf, stripeAfterSale } from './stripe-after-sale.adapter.server.ts'
import { stripeBalance } from './stripe-balance.adapter.server.ts'
import {
  callProvider,
  checkoutOfSession,
  customerParams,
  isOwnEvent,
  openStripe,
  providerCallCounts,
  sessionOf,
  shippingParam,
} from './stripe-calls.adapter.server.ts'
import { stripeCards } from './stripe-cards.adapter.server.ts'
import { stripeCatalogue } from './stripe-catalogue.adapter.server.ts'
import { stripeOffers } from './stripe-offers.adapter.server.ts'
import { eventsSince } from './stripe-payments.adapter.server.ts'
import { stripeReconciliation } from './stripe-reconciliation.adapter.server.ts'
import { stripeReshipment } from './stripe-reshipment.adapter.server.ts'
import { setUpWebhook } from './webhook-setup.server.ts'

/** Seconds and date of one moment. */
const created = 1_795_000_000
const createdAt = new Date('2026-11-18T11:06:40Z')

/** A client of the provider that has these calls alone. */
const client = (calls: object) => calls as never

const page =
  (...data: object[]) =>
  async () => ({ data, has_more: false })

async function all<One>(list: AsyncIterable<One[]>): Promise<One[]> {
  const found: One[] = []
  for await (const some of list) found.push(...some)
  return found
}

const refused = (statusCode: number) =>
  Stripe.errors.StripeError.generate({
    statusCode,
    message: 'No.',
  } as never)

describe('an answer of the provider', () => {
  test.each([
    [409, ProviderUnavailable],
    [429, ProviderUnavailable],
    [500, ProviderUnavailable],
    [503, ProviderUnavailable],
    [400, ProviderRefused],
    [402, ProviderRefused],
    [403, ProviderRefused],
    [404, ProviderRefused],
  ])('%i is counted as away only where another try may succeed', async (status, kind) => {
    const before = providerCallCounts.unavailable
    const called = callProvider(async () => {
      throw refused(status)
    })
    await expect(called).rejects.toBeInstanceOf(kind)
    expect(providerCallCounts.unavailable - before).toBe(kind === ProviderUnavailable ? 1 : 0)
  })

  test('500 to an idempotency key has the next try use another, and no other answer has', async () => {
    const used: string[] = []
    const call = (answer?: Error) =>
      withFreshKey('key-of-this-test', async (key) => {
        used.push(key)
        if (answer) throw answer
      }).catch(() => {})
    for (const answer of [refused(402), refused(500), refused(503), undefined, undefined]) {
      await call(answer)
    }
    const key = 'key-of-this-test'
    expect(used).toEqual([key, key, `${key}:1`, `${key}:2`, key])
  })
})

describe('after the sale', () => {
  test.each([
    ['succeeded', 'made'],
    ['pending', 'made'],
    ['requires_action', 'made'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('a refund that is %s counts as %s', (status, state) => {
    const refund = { id: 're_1', payment_intent: { id: 'pi_1' }, amount: 1_000, status, created }
    const failure = { failure_reason: 'expired_or_canceled_card', metadata: { refund: 'ours' } }
    expect(refundOf({ ...refund, ...failure } as unknown as Stripe.Refund)).toEqual({
      id: 're_1',
      paymentId: 'pi_1',
      amount: 1_000,
      state,
      failure: 'expired_or_canceled_card',
      refundId: 'ours',
      createdAt,
    })
  })

  test.each([
    ['needs_response', 'needs-response'],
    ['warning_needs_response', 'inquiry'],
    ['under_review', 'under-review'],
    ['warning_under_review', 'inquiry-under-review'],
    ['warning_closed', 'withdrawn'],
    ['prevented', 'withdrawn'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('a dispute that is %s is %s', async (status, state) => {
    const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 51_763, reason: 'fraudulent' }
    const of = (due: number | null) => ({
      ...dispute,
      status,
      created,
      evidence_details: { due_by: due },
    })
    const stripe = client({
      refunds: { list: page() },
      disputes: { list: page(of(created), of(null)) },
    })
    const { disputes } = await stripeAfterSale(stripe).afterSaleOf('pi_1')
    const ours = { id: 'dp_1', paymentId: 'pi_1', amount: 51_763, state, reason: 'fraudulent' }
    expect(disputes).toEqual([
      { ...ours, respondBy: createdAt, openedAt: createdAt },
      { ...ours, respondBy: null, openedAt: createdAt },
    ])
  })

  test('evidence is submitted once, without what is empty', async () => {
    const sent: unknown[] = []
    const update = async (...given: unknown[]) => void sent.push(given)
    const evidence: DisputeEvidence = {
      customerName: 'Ana Ruiz',
      customerEmail: '',
      productDescription: '1 × 2022 Malbec',
      shippingAddress: '',
      carrier: 'UPS',
      trackingNumbers: '1Z',
      shippedOn: '2026-11-18',
      fileId: 'file_1',
    }
    await stripeAfterSale(client({ disputes: { update } })).submitEvidence('dp_1', evidence, 'key')
    const given = {
      customer_name: 'Ana Ruiz',
      product_description: '1 × 2022 Malbec',
      shipping_carrier: 'UPS',
      shipping_tracking_number: '1Z',
      shipping_date: '2026-11-18',
      shipping_documentation: 'file_1',
    }
    expect(sent).toEqual([['dp_1', { evidence: given, submit: true }, { idempotencyKey: 'key' }]])
  })
})

describe('the ledger', () => {
  test('of a payment leaves out what was only authorised', async () => {
    const charge = {
      amount: 60_000,
      amount_captured: 51_763,
      amount_refunded: 9_237,
      disputed: true,
    }
    const intent = { id: 'pi_1', created, amount: 60_000, amount_received: 51_763, metadata: {} }
    const of = (more: object) => ({
      ...intent,
      status: 'succeeded',
      latest_charge: charge,
      ...more,
    })
    const list = page(
      of({ metadata: { checkout: 'ours' } }),
      of({ status: 'requires_capture' }),
      of({ status: 'canceled', latest_charge: null }),
    )
    const { paymentPages } = stripeReconciliation(client({ paymentIntents: { list } }))
    const span = { from: createdAt, to: createdAt }
    const ours = { id: 'pi_1', createdAt }
    expect(await all(paymentPages(span))).toEqual([
      {
        ...ours,
        checkoutId: 'ours',
        state: 'paid',
        amount: 51_763,
        refunded: 1_000,
        isDisputed: true,
      },
      {
        ...ours,
        checkoutId: null,
        state: 'authorised',
        amount: 60_000,
        refunded: 0,
        isDisputed: true,
      },
      {
        ...ours,
        checkoutId: null,
        state: 'cancelled',
        amount: 60_000,
        refunded: 0,
        isDisputed: false,
      },
    ])
  })

  test('is read page by page, each after the last of the one before, for whole seconds', async () => {
    const asked: unknown[] = []
    const answers = [['re_1', 're_2'], ['re_3']]
    const list = async (cursor: object) => {
      asked.push(cursor)
      const ids = answers[asked.length - 1]!
      return { data: ids.map((id) => ({ id, created, amount: 1 })), has_more: asked.length === 1 }
    }
    const { refundPages } = stripeReconciliation(client({ refunds: { list } }))
    const from = new Date(createdAt.getTime() + 1)
    const found = await all(refundPages({ from, to: new Date(createdAt.getTime() + 5_001) }))
    expect(found.map(({ id }) => id)).toEqual(['re_1', 're_2', 're_3'])
    const first = { limit: 100, created: { gte: created, lt: created + 6 } }
    expect(asked).toEqual([first, { ...first, starting_after: 're_2' }])
  })

  test('has each movement of dollars by its kind, and no text that may name a buyer', async () => {
    const asked: unknown[] = []
    const of = (type: string, more: object = {}) => ({
      id: type,
      type,
      reporting_category: type,
      amount: 100,
      fee: 3,
      source: null,
      description: 'Text',
      created,
      ...more,
    })
    const given = [
      of('charge', { source: { id: 'ch_1', payment_intent: 'pi_1' }, description: 'Ana Ruiz' }),
      of('payment'),
      of('refund', { source: { id: 're_1', payment_intent: { id: 'pi_1' } } }),
      of('payment_refund'),
      of('refund_failure'),
      of('payment_failure_refund'),
      of('stripe_fee', { source: 'fee_1' }),
      of('stripe_fx_fee'),
      of('tax_fee'),
      of('payout'),
      of('payout_cancel'),
      of('payout_failure'),
      of('adjustment', { reporting_category: 'dispute_reversal' }),
      of('adjustment', { reporting_category: 'other_adjustment' }),
      of('reserve_transaction'),
    ]
    const list = async (cursor: object) => {
      asked.push(cursor)
      return { data: given, has_more: false }
    }
    const { movementPages } = stripeBalance(client({ balanceTransactions: { list } }))
    const found = await all(movementPages({ from: createdAt, to: createdAt }))
    expect(found.map(({ kind }) => kind).join(' ')).toBe(
      'charge charge refund refund refund refund fee fee fee payout payout payout dispute other other',
    )
    expect(found[0]).toEqual({
      id: 'charge',
      kind: 'charge',
      category: 'charge',
      amount: 100,
      fee: 3,
      sourceId: 'ch_1',
      paymentId: 'pi_1',
      description: '',
      createdAt,
    })
    expect(found[2]).toMatchObject({ sourceId: 're_1', paymentId: 'pi_1', description: '' })
    expect(found[6]).toMatchObject({ sourceId: 'fee_1', paymentId: null, description: 'Text' })
    expect(asked).toMatchObject([{ currency: 'usd', expand: ['data.source'] }])
  })
})

describe('prices', () => {
  test('in another currency, or a tax rate that is in the price already, are no figures', async () => {
    const prices = { retrieve: async (id: string) => ({ unit_amount: 45_000, currency: id }) }
    const taxRates = {
      retrieve: async (id: string) => ({ percentage: 7.25, inclusive: id === 'inclusive' }),
    }
    const catalogue = stripeCatalogue(client({ prices, taxRates }))
    expect(await catalogue.priceAmount('usd')).toBe(45_000)
    expect(await catalogue.priceAmount('mxn')).toBeNull()
    expect(await catalogue.taxPercent('exclusive')).toBe(7.25)
    expect(await catalogue.taxPercent('inclusive')).toBeNull()
  })

  test('that exist are used only with their amount in dollars', async () => {
    const asked: unknown[] = []
    const list = async (given: object) => {
      asked.push(given)
      return { data: [{ id: 'price_1', unit_amount: 45_000, currency: 'mxn' }] }
    }
    const { ensurePrice } = stripeCatalogue(client({ prices: { list } }))
    const price = { lookupKey: 'malbec', name: 'Malbec', amount: 45_000 }
    await expect(ensurePrice(price)).rejects.toBeInstanceOf(ProviderRefused)
    expect(asked).toEqual([{ lookup_keys: ['malbec'], active: true }])
  })

  test('are of a product with their key, which another process may create at the same moment', async () => {
    const made: unknown[] = []
    let answer: Stripe.errors.StripeError | null = null
    const products = {
      list: async () => ({ data: [] }),
      create: async (given: object) => {
        made.push(given)
        if (answer) throw answer
      },
    }
    const listed: unknown[] = []
    const keys: unknown[] = []
    const prices = {
      async list(given: { active: boolean }) {
        listed.push(given)
        return { data: given.active ? [] : [{ id: 'price_0' }] }
      },
      async create(_given: object, { idempotencyKey }: { idempotencyKey: string }) {
        keys.push(idempotencyKey)
        return { id: 'price_1', unit_amount: 45_000, currency: 'usd' }
      },
    }
    const { ensurePrice } = stripeCatalogue(client({ products, prices }))
    const ensured = () => ensurePrice({ lookupKey: 'malbec', name: 'Malbec', amount: 45_000 })
    expect(await ensured()).toBe('price_1')
    expect(listed).toEqual([
      { lookup_keys: ['malbec'], active: true },
      { product: 'malbec', active: false, limit: 1 },
    ])
    expect(keys).toEqual(['price-malbec-price_0'])
    const refusedAs = (code: string) =>
      Stripe.errors.StripeError.generate({
        ...{ type: 'invalid_request_error', statusCode: 400, message: 'No.', code },
      } as never)
    answer = refusedAs('resource_already_exists')
    expect(await ensured()).toBe('price_1')
    answer = refusedAs('parameter_invalid')
    await expect(ensured()).rejects.toBeInstanceOf(ProviderRefused)
    expect(made[0]).toEqual({ id: 'malbec', name: 'Malbec', metadata: { kohue: 'malbec' } })
  })
})

test.each([
  [undefined, 'api.stripe.com', '443', 'https'],
  ['https://api.example', 'api.example', 443, 'https'],
  ['http://api.example', 'api.example', 80, 'http'],
  ['http://127.0.0.1:3001', '127.0.0.1', '3001', 'http'],
])('calls to %s go to %s:%s by %s', (apiBase, host, port, protocol) => {
  const stripe = openStripe({ secretKey: 'sk_test_1', apiBase })
  const settingOf = (name: string) =>
    (stripe as unknown as { getApiField(name: string): unknown }).getApiField(name)
  expect(['host', 'port', 'protocol'].map(settingOf)).toEqual([host, port, protocol])
  expect(['timeout', 'maxNetworkRetries'].map(settingOf)).toEqual([10_000, 1])
})

describe('a session', () => {
  const session = {
    id: 'cs_1',
    url: null,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 51_763,
    payment_intent: 'pi_1',
    payment_link: null,
    customer_details: { email: 'Ana@Example.com', name: ' Ana  Ruiz ' },
    shipping_cost: { shipping_rate: 'shr_1', amount_total: 3_500 },
    metadata: { checkout: 'ours' },
    custom_text: { submit: { message: 'Held until 3 PM.' } },
  } as unknown as Stripe.Checkout.Session

  test('is paid only where money moved, and ours only where no payment link made it', () => {
    expect(sessionOf(session)).toMatchObject({
      checkoutId: 'ours',
      state: 'complete',
      paid: true,
      amountTotal: 51_763,
      shippingRateId: 'shr_1',
      shippingCents: 3_500,
      email: 'ana@example.com',
      note: 'Held until 3 PM.',
    })
    for (const payment_status of ['unpaid', 'no_payment_required'] as const) {
      expect(sessionOf({ ...session, payment_status }).paid).toBe(false)
    }
    expect(checkoutOfSession({ ...session, payment_link: 'plink_1' })).toBeNull()
  })

  test('whose answer was lost is looked for from a minute before it was asked for', async () => {
    const asked: unknown[] = []
    const list = (given: object) => {
      asked.push(given)
      const others = Array.from({ length: 30 }, (_, n) => ({
        ...session,
        id: `cs_${n}`,
        metadata: {},
      }))
      return (async function* () {
        yield* [...others, session]
      })()
    }
    const { findOfferSession } = stripeOffers(client({ checkout: { sessions: { list } } }))
    expect(await findOfferSession('ours', createdAt)).toMatchObject({ id: 'cs_1' })
    expect(asked).toEqual([{ created: { gte: created - 60 }, limit: 100 }])
  })

  test('sends a phone and a second line only where there are any', () => {
    const address = { line1: '1 St', line2: '', city: 'LA', state: 'CA', postalCode: '90001' }
    const sent = { line1: '1 St', city: 'LA', state: 'CA', postal_code: '90001', country: 'US' }
    expect(shippingParam({ name: 'Ana', phone: '', address })).toEqual({
      name: 'Ana',
      address: sent,
    })
    const whole = { name: 'Ana', phone: '4155550100', address: { ...address, line2: 'Apt 2' } }
    expect(shippingParam(whole)).toEqual({
      name: 'Ana',
      phone: '4155550100',
      address: { ...sent, line2: 'Apt 2' },
    })
    const profile = { name: 'Ana', email: 'a@b.example', phone: '', shipping: null }
    expect(customerParams(profile)).toEqual({ name: 'Ana', email: 'a@b.example' })
  })
})

describe('a card', () => {
  const intent = {
    id: 'pi_1',
    status: 'requires_payment_method',
    metadata: { checkout: 'ours' },
    amount: 51_763,
    amount_received: 0,
    client_secret: 'secret',
  }
  const cards = (answer: Error) =>
    stripeCards(
      client({
        paymentIntents: {
          confirm: async () => {
            throw answer
          },
          retrieve: async () => ({ ...intent, status: 'succeeded', amount_received: 51_763 }),
        },
      }),
    )
  const by = { token: 'ctoken_1', keepsCard: false, returnUrl: 'https://shop.example' }
  const generated = (more: object) =>
    Stripe.errors.StripeError.generate({
      statusCode: 400,
      message: 'No.',
      ...more,
    } as never)

  test('that is declined says why; a token that is none says so', async () => {
    const decline = generated({ statusCode: 402, message: 'Declined.', payment_intent: intent })
    expect(await cards(decline).confirmCardPayment('pi_1', by, 'key')).toMatchObject({
      waitsFor: 'card',
      paid: false,
      problem: 'Declined.',
    })
    for (const param of ['confirmation_token', 'payment_method']) {
      const refusal = generated({ param })
      expect(await cards(refusal).confirmCardPayment('pi_1', by, 'key')).toBe('token-refused')
    }
    const other = cards(generated({ param: 'return_url' })).confirmCardPayment('pi_1', by, 'key')
    await expect(other).rejects.toBeInstanceOf(ProviderRefused)
  })

  test('whose payment is past that is read as it is now', async () => {
    const late = generated({ code: 'payment_intent_unexpected_state' })
    expect(await cards(late).confirmCardPayment('pi_1', by, 'key')).toMatchObject({
      paid: true,
      amountTotal: 51_763,
    })
  })

  test('is shown by its brand, last digits and end, as far as the provider says them', async () => {
    const shown = async (method: object) =>
      (await stripeCards(client({ paymentMethods: { list: page(method) } })).keptCards('cus_1'))[0]
    const card = { fingerprint: 'a', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 }
    const visa = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 }
    expect(await shown({ id: 'pm_1', card })).toEqual(visa)
    expect(await shown({ id: 'pm_1', card: { ...card, display_brand: 'eftpos_us' } })).toEqual({
      ...visa,
      brand: 'eftpos_us',
    })
    expect(await shown({ id: 'pm_1' })).toEqual({
      ...{ id: 'pm_1', brand: 'card', last4: '', expMonth: 0, expYear: 0 },
    })
  })

  test('that was saved twice is shown once, and removed as often as it was saved', async () => {
    const detached: string[] = []
    const of = (id: string, fingerprint: string) => ({ id, card: { fingerprint, last4: '4242' } })
    const paymentMethods = {
      list: page(of('pm_1', 'a'), of('pm_2', 'b'), of('pm_3', 'a')),
      detach: async (id: string) => void detached.push(id),
    }
    const kept = stripeCards(client({ paymentMethods }))
    expect((await kept.keptCards('cus_1')).map(({ id }) => id)).toEqual(['pm_1', 'pm_2'])
    expect(await kept.removeKeptCard('cus_1', 'pm_9')).toBe(false)
    expect(detached).toEqual([])
    expect(await kept.removeKeptCard('cus_1', 'pm_3')).toBe(true)
    expect(detached).toEqual(['pm_1', 'pm_3'])
  })
})

describe('what is asked of the provider', () => {
  const shipping = {
    name: 'Ana Ruiz',
    phone: '4155550100',
    address: { line1: '1 St', line2: '', city: 'LA', state: 'CA', postalCode: '90001' },
  }
  const sentShipping = {
    name: 'Ana Ruiz',
    phone: '4155550100',
    address: { line1: '1 St', city: 'LA', state: 'CA', postal_code: '90001', country: 'US' },
  }
  const hosted = {
    checkoutId: 'ours',
    note: 'Held until 3 PM.',
    successUrl: 'https://shop.example/paid',
    cancelUrl: 'https://shop.example/back',
    expiresAt: createdAt,
  }
  const hostedSent = {
    mode: 'payment',
    client_reference_id: 'ours',
    metadata: { checkout: 'ours' },
    custom_text: { submit: { message: 'Held until 3 PM.' } },
    success_url: 'https://shop.example/paid',
    cancel_url: 'https://shop.example/back',
    expires_at: created,
  }
  /** A client that has one kind of call, and what it was called with. */
  const recording = (path: (create: object) => object) => {
    const asked: unknown[] = []
    const create = async (...given: unknown[]) => {
      asked.push(...given)
      return {
        id: 'made',
        url: 'https://pay.example',
        metadata: {},
        unit_amount: 1,
        currency: 'usd',
      }
    }
    return { asked, stripe: client(path({ create })) }
  }

  test('a card payment of the checkout, by card alone, for its customer and address', async () => {
    const { asked, stripe } = recording((calls) => ({ paymentIntents: calls }))
    const request = {
      ...{ checkoutId: 'ours', customerId: 'cus_1', amount: 51_763, description: '1 × Malbec' },
      shipping,
    }
    await stripeCards(stripe).createCardPayment(request, 'key')
    expect(asked).toEqual([
      {
        amount: 51_763,
        currency: 'usd',
        customer: 'cus_1',
        description: '1 × Malbec',
        metadata: { checkout: 'ours' },
        automatic_payment_methods: { enabled: true },
        allowed_payment_method_types: ['card'],
        shipping: sentShipping,
      },
      { idempotencyKey: 'key' },
    ])
  })

  test('a card is kept only where its buyer wants that', async () => {
    const sent: unknown[] = []
    const confirm = async (_id: string, params: object) => {
      sent.push(params)
      return { id: 'pi_1', status: 'succeeded', metadata: {} }
    }
    const { confirmCardPayment } = stripeCards(client({ paymentIntents: { confirm } }))
    const returnUrl = 'https://shop.example'
    await confirmCardPayment('pi_1', { token: 'ctoken_1', keepsCard: false, returnUrl }, 'a')
    await confirmCardPayment('pi_1', { token: 'ctoken_1', keepsCard: true, returnUrl }, 'b')
    await confirmCardPayment('pi_1', { keptCardId: 'pm_1', returnUrl }, 'c')
    const by = { return_url: returnUrl, confirmation_token: 'ctoken_1' }
    expect(sent).toEqual([
      { ...by, setup_future_usage: '' },
      { ...by, setup_future_usage: 'on_session' },
      { return_url: returnUrl, payment_method: 'pm_1' },
    ])
  })

  test.each([
    ['given', shipping, { payment_intent_data: { shipping: sentShipping } }],
    [
      'asked for on the page',
      'ask' as const,
      {
        payment_intent_data: {},
        shipping_address_collection: { allowed_countries: ['US'] },
        phone_number_collection: { enabled: true },
      },
    ],
    ['a pickup', null, { payment_intent_data: {} }],
  ])('an offer’s payment is authorised, not captured: address %s', async (_, to, more) => {
    const { asked, stripe } = recording((calls) => ({ checkout: { sessions: calls } }))
    const request = {
      ...hosted,
      email: 'a@b.example',
      lines: [{ priceId: 'price_1', quantity: 2 }],
      taxRateId: 'txr_1',
      shippingRateIds: ['shr_1', 'shr_2'],
      shipping: to,
    }
    await stripeOffers(stripe).createOfferSession(request, 'key')
    const { payment_intent_data: data, ...others } = more
    expect(asked).toEqual([
      {
        ...hostedSent,
        payment_intent_data: { metadata: { checkout: 'ours' }, capture_method: 'manual', ...data },
        customer_email: 'a@b.example',
        line_items: [{ price: 'price_1', quantity: 2, tax_rates: ['txr_1'] }],
        shipping_options: [{ shipping_rate: 'shr_1' }, { shipping_rate: 'shr_2' }],
        ...others,
      },
      { idempotencyKey: 'key' },
    ])
  })

  test('a page for shipping alone has one line and, where it is known, the email', async () => {
    const { asked, stripe } = recording((calls) => ({ checkout: { sessions: calls } }))
    const { createReshipmentSession } = stripeReshipment(stripe)
    const request = { ...hosted, title: 'Shipping of S-2001', amount: 3_500, shipping }
    await createReshipmentSession({ ...request, email: 'a@b.example' }, 'a')
    await createReshipmentSession({ ...request, email: null }, 'b')
    const sent = {
      ...hostedSent,
      payment_intent_data: { metadata: { checkout: 'ours' }, shipping: sentShipping },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 3_500,
            product_data: { name: 'Shipping of S-2001' },
          },
        },
      ],
    }
    expect(asked).toEqual([
      { ...sent, customer_email: 'a@b.example' },
      { idempotencyKey: 'a' },
      sent,
      { idempotencyKey: 'b' },
    ])
  })

  test('a refund of a part, once per key', async () => {
    const { asked, stripe } = recording((calls) => ({ refunds: calls }))
    const refund = { paymentId: 'pi_1', refundId: 'ours', amount: 1_000 }
    await stripeAfterSale(stripe).makeRefund(refund, 'key')
    expect(asked).toEqual([
      { payment_intent: 'pi_1', amount: 1_000, metadata: { refund: 'ours' } },
      { idempotencyKey: 'key' },
    ])
  })
})

describe('events', () => {
  test('of payments, refunds and disputes are received, and no others', () => {
    expect(paymentEvents).toEqual([
      'checkout.session.completed',
      'checkout.session.expired',
      'payment_intent.canceled',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ])
    expect(isPaymentEvent('customer.updated')).toBe(false)
    expect(paymentEvents.filter(isAfterSaleEvent)).toEqual(paymentEvents.slice(4))
  })

  test('of the other mode, or of a connected account, are not ours', () => {
    const event = { id: 'evt_1', type: 'refund.failed', created, data: { object: { id: 're_1' } } }
    const keys = ['sk_test_1', 'sk_live_1', 'rk_live_1']
    const isOurs = (more: object) => keys.map((key) => isOwnEvent({ ...event, ...more }, key))
    expect(isOurs({ livemode: false })).toEqual([true, false, false])
    expect(isOurs({ livemode: true })).toEqual([false, true, true])
    expect(isOurs({ livemode: true, account: 'acct_1' })).toEqual([false, false, false])
  })

  test.each([
    ['no id', { id: undefined }],
    ['NUL in its id', { id: 'evt_\0' }],
    ['a time in words', { created: 'today' }],
    ['a time before 1970', { created: -1 }],
    ['a time beyond the year 9999', { created: 1e15 }],
    ['an object with NUL in its id', { data: { object: { id: 're_\0' } } }],
    ['a payment with NUL in its id', { data: { object: { id: 're_1', payment_intent: 'pi_\0' } } }],
    ['no object', { data: {} }],
  ])('with %s are not ours', (_what, more) => {
    const event = { id: 'evt_1', type: 'refund.failed', created, data: { object: { id: 're_1' } } }
    expect(isOwnEvent(event, 'sk_test_1')).toBe(true)
    expect(isOwnEvent({ ...event, ...more }, 'sk_test_1')).toBe(false)
  })

  test('arrive at one endpoint of that address, which is completed and enabled again', async () => {
    const url = 'https://shop.example/api/stripe/webhook'
    const setUp = async (...endpoints: object[]) => {
      const asked: unknown[] = []
      const webhookEndpoints = {
        list: () => ({ autoPagingToArray: async () => endpoints }),
        create: async ({ enabled_events }: { enabled_events: string[] }) => {
          asked.push(enabled_events.length)
          return { id: 'we_new', secret: 'whsec' }
        },
        update: async (...given: unknown[]) => void asked.push(given),
      }
      return [await setUpWebhook(client({ webhookEndpoints }), url), ...asked]
    }
    const own = { id: 'we_1', url, status: 'enabled', enabled_events: [...paymentEvents] }
    const changed = ['we_1', { enabled_events: [...paymentEvents], disabled: false }]
    const other = { ...own, id: 'we_0', url: 'https://shop.example/other' }
    expect(await setUp(other)).toEqual([
      { how: 'made', id: 'we_new', secret: 'whsec' },
      paymentEvents.length,
    ])
    expect(await setUp(other, own)).toEqual([{ how: 'found', id: 'we_1' }])
    expect(await setUp({ ...own, enabled_events: ['*'] })).toEqual([{ how: 'found', id: 'we_1' }])
    const incomplete = { ...own, enabled_events: paymentEvents.slice(1) }
    for (const found of [incomplete, { ...own, status: 'disabled' }]) {
      expect(await setUp(found)).toEqual([{ how: 'changed', id: 'we_1' }, changed])
    }
  })
})

test('the events of a rush are read page by page, however long all pages take', async () => {
  vi.useFakeTimers()
  try {
    const event = (id: number) => ({
      ...{ id: `evt_${id}`, type: 'checkout.session.completed', created: created + id },
      data: { object: { id: `cs_${id}` } },
    })
    const asked: object[] = []
    // Six seconds for each page of one event, newest first.
    const list = (params: { starting_after?: string }) => {
      asked.push(params)
      const after = Number(params.starting_after?.slice(4) ?? 4)
      return new Promise((done) => {
        setTimeout(done, 6_000, { data: [event(after - 1)], has_more: after > 2 })
      })
    }
    const reading = eventsSince(client({ events: { list } }), createdAt)
    const read = expect(reading).resolves.toMatchObject(
      [1, 2, 3].map((id) => ({ id: `evt_${id}`, objectId: `cs_${id}` })),
    )
    await vi.advanceTimersByTimeAsync(20_000)
    await read
    expect(asked).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})
