import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, payPage, type Shop } from '#fakes/testing/shop.ts'

let provider: Provider
let stripe: Stripe
let shop: Shop

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
  shop = await createShop(provider)
})
afterAll(() => provider.remove())

const checkout = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({ ...checkoutOf(shop), ...changes })

describe('amounts', () => {
  test('are lines, tax on each line, and shipping', async () => {
    const session = await checkout({
      line_items: [{ price: shop.malbec, quantity: 3, tax_rates: [shop.californiaTax] }],
      shipping_options: [{ shipping_rate: shop.overnight }, { shipping_rate: shop.ground }],
      expand: ['line_items', 'line_items.data.taxes', 'total_details.breakdown'],
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_subtotal: 135_000,
      amount_total: 135_000 + 9788 + 9000,
      total_details: { amount_tax: 9788, amount_shipping: 9000, amount_discount: 0 },
      shipping_cost: { shipping_rate: shop.overnight, amount_total: 9000 },
    })
    expect(session.line_items?.data[0]).toMatchObject({
      amount_subtotal: 135_000,
      amount_tax: 9788,
      amount_total: 144_788,
      description: '2022 Malbec, case of 3',
      taxes: [{ amount: 9788, rate: { id: shop.californiaTax } }],
    })
    expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1)
  })

  test('include inclusive taxes in the price', async () => {
    const tax = await stripe.taxRates.create({
      display_name: 'IVA',
      percentage: 21,
      inclusive: true,
    })
    const session = await checkout({
      line_items: [{ price: shop.malbec, quantity: 1, tax_rates: [tax.id] }],
      shipping_options: undefined,
    })
    expect(session.amount_total).toBe(45_000)
    expect(session.total_details?.amount_tax).toBe(7810)
  })

  test('can be given in the session itself', async () => {
    const session = await checkout({
      line_items: [
        {
          price_data: {
            currency: 'usd',
            unit_amount: 15_000,
            product_data: { name: 'One bottle' },
          },
          quantity: 2,
        },
      ],
      shipping_options: [
        {
          shipping_rate_data: {
            display_name: 'Van',
            fixed_amount: { amount: 500, currency: 'usd' },
            type: 'fixed_amount',
          },
        },
      ],
    })
    expect(session.amount_total).toBe(30_500)
  })
})

describe('paying', () => {
  test('completes the session and redirects to the shop', async () => {
    const session = await checkout({
      client_reference_id: 'checkout-1',
      metadata: { checkout: '1' },
      payment_intent_data: {
        metadata: { order: '1' },
        shipping: {
          name: 'Ana',
          address: {
            line1: '1 Main St',
            city: 'Napa',
            state: 'CA',
            postal_code: '94558',
            country: 'US',
          },
        },
      },
    })
    const response = await payPage(session.url!)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      `http://shop.test/succes?session_id=${session.id}`,
    )

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: [
        'payment_intent.latest_charge.balance_transaction',
        'customer',
        'line_items.data.price.product',
      ],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'checkout-1',
      metadata: { checkout: '1' },
      customer: { id: shop.customer, email: 'ana@example.com' },
      customer_details: { email: 'ana@example.com', name: 'Ana Buyer' },
      payment_intent: {
        status: 'succeeded',
        amount_received: session.amount_total,
        metadata: { order: '1' },
        shipping: { name: 'Ana', address: { state: 'CA' } },
        latest_charge: {
          paid: true,
          captured: true,
          payment_method_details: { card: { brand: 'visa', last4: '4242' } },
          balance_transaction: {
            net: session.amount_total! - Math.round(session.amount_total! * 0.029) - 30,
          },
        },
      },
      line_items: { data: [{ price: { product: { name: '2022 Malbec, case of 3' } } }] },
    })
  })

  test('twice, concurrently or later, charges once', async () => {
    const session = await checkout()
    const responses = await Promise.all([
      payPage(session.url!),
      payPage(session.url!),
      payPage(session.url!),
    ])
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
    const paid = await stripe.checkout.sessions.retrieve(session.id)
    const charges = await stripe.charges.list({ payment_intent: paid.payment_intent as string })
    expect(charges.data).toHaveLength(1)
    const page = await fetch(session.url!)
    expect(await page.text()).toContain('all done here')
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, 'security code is incorrect.'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', 'used a non test card'],
  ])(
    'with %s is refused (%s), and another card still pays',
    async (card, code, declineCode, sentence) => {
      const session = await checkout()
      const response = await payPage(session.url!, { card, name: 'Typed Name' })
      expect(response.status).toBe(402)
      const page = await response.text()
      expect(page).toContain(sentence.replaceAll("'", '&#39;'))
      expect(page).toContain('value="Typed Name"')
      const open = await stripe.checkout.sessions.retrieve(session.id, {
        expand: ['payment_intent'],
      })
      expect(open.status).toBe('open')
      expect((open.payment_intent as Stripe.PaymentIntent).last_payment_error).toMatchObject({
        code,
        ...(declineCode ? { decline_code: declineCode } : {}),
      })
      expect((await payPage(session.url!)).status).toBe(303)
      const charges = await stripe.charges.list({
        payment_intent: (open.payment_intent as Stripe.PaymentIntent).id,
      })
      expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    },
  )

  test('shows an error at each invalid field and keeps the typed values', async () => {
    const session = await checkout({ customer: undefined })
    const response = await payPage(session.url!, {
      card: '4242 4242 4242 4241',
      expiry: '01 / 20',
      cvc: '1',
      email: 'ana@',
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    for (const sentence of [
      'Your card number is invalid.',
      'Your card&#39;s expiration year is in the past.',
      'Your card&#39;s security code is incomplete.',
      'Your email is incomplete.',
    ]) {
      expect(page).toContain(sentence)
    }
    expect(page).toContain('value="4242 4242 4242 4241"')
    expect(page).toContain('value="ana@"')
  })

  test('with 3-D Secure authenticates first: a failure keeps the session open, a success pays', async () => {
    const session = await checkout()
    const redirected = await payPage(session.url!, { card: '4000002760003184' })
    const bank = redirected.headers.get('location')!
    expect(bank).toContain('/c/authenticate/pi_')
    const decide = (result: string) =>
      fetch(bank, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ result }) })
    expect(await (await fetch(bank)).text()).toContain('Complete')

    const failed = await decide('fail')
    expect(failed.headers.get('location')).toBe(`/c/pay/${session.id}`)
    expect(await (await fetch(session.url!)).text()).toContain(
      'unable to authenticate your payment method',
    )

    await payPage(session.url!, { card: '4000002760003184' })
    const done = await decide('complete')
    expect(done.headers.get('location')).toContain('http://shop.test/succes')
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    const charge = (paid.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge
    expect(charge.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
    expect((await decide('complete')).status).toBe(303)
    expect(
      (await stripe.charges.list({ payment_intent: charge.payment_intent as string })).data,
    ).toHaveLength(1)
  })

  test('collects the fields the session requires from a guest and creates a customer', async () => {
    const session = await checkout({
      customer: undefined,
      customer_creation: 'always',
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ['US'] },
      consent_collection: { terms_of_service: 'required' },
      payment_intent_data: { capture_method: 'manual' },
      shipping_options: [{ shipping_rate: shop.ground }, { shipping_rate: shop.overnight }],
    })
    const refused = await payPage(session.url!, { email: 'bo@example.com' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('Enter your phone number.')
    expect(page).toContain('You need to agree to the terms')

    const response = await payPage(session.url!, {
      email: 'bo@example.com',
      phone: '4155550100',
      terms: '1',
      shipping_rate: shop.overnight,
      shipping_name: 'Bo Buyer',
      shipping_line1: '2 Oak St',
      shipping_city: 'Reno',
      shipping_state: 'NV',
      shipping_postal_code: '89501',
    })
    expect(response.status).toBe(303)
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'payment_intent'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      amount_total: 45_000 + 3263 + 9000,
      customer: { email: 'bo@example.com' },
      consent: { terms_of_service: 'accepted' },
      collected_information: {
        shipping_details: { name: 'Bo Buyer', address: { state: 'NV', line1: '2 Oak St' } },
      },
      payment_intent: {
        status: 'requires_capture',
        amount_capturable: 57_263,
        shipping: { name: 'Bo Buyer' },
      },
    })
  })

  test('without script, a changed shipping method shows the new total before it is paid', async () => {
    const session = await checkout({
      shipping_options: [{ shipping_rate: shop.ground }, { shipping_rate: shop.overnight }],
    })
    const shown = { shown_total: String(session.amount_total), shipping_rate: shop.overnight }
    const looked = await payPage(session.url!, shown)
    expect(looked.status).toBe(200)
    expect(await looked.text()).toContain('Pay $572.63')
    expect((await payPage(session.url!, { ...shown, shown_total: '57263' })).status).toBe(303)
  })

  test('a test card button fills the card fields in and keeps the others', async () => {
    const session = await checkout({ customer: undefined })
    const response = await payPage(session.url!, {
      card: '',
      fill: '4000000000000002',
      email: 'typed@example.com',
    })
    const page = await response.text()
    expect(page).toContain('value="4000 0000 0000 0002"')
    expect(page).toContain('value="typed@example.com"')
  })
})

describe('ending', () => {
  test('an expired session cannot be paid, a complete one cannot be expired', async () => {
    const session = await checkout()
    const expired = await stripe.checkout.sessions.expire(session.id)
    expect(expired).toMatchObject({ status: 'expired', url: null })
    const response = await payPage(session.url!)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('http://shop.test/members')
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    })

    const other = await checkout()
    await payPage(other.url!)
    await expect(stripe.checkout.sessions.expire(other.id)).rejects.toThrow(
      'has a status of `complete`',
    )
  })

  test('an unknown payment page is 404', async () => {
    const response = await fetch(`${provider.url}/c/pay/cs_test_unknown`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is no such payment page')
  })

  test('lists filter by customer, payment and status', async () => {
    const customer = (await stripe.customers.create({ email: 'lister@example.com' })).id
    const [first, second] = [await checkout({ customer }), await checkout({ customer })]
    await payPage(first.url!)
    const ids = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id)
    expect(await ids({ customer })).toEqual([second.id, first.id])
    expect(await ids({ customer, status: 'complete' })).toEqual([first.id])
    const { payment_intent } = await stripe.checkout.sessions.retrieve(first.id)
    expect(await ids({ payment_intent: payment_intent as string })).toEqual([first.id])
  })
})
