import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { subscriberOf, startProvider, type Provider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, payPage } from '#fakes/testing/shop.ts'

let provider: Provider
let stripe: Stripe

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
})
afterAll(() => provider.remove())

const base = {
  amount: 48_263,
  currency: 'usd',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Stripe.PaymentIntentCreateParams

const tokenFor = async (card: string) =>
  (await stripe.testHelpers.confirmationTokens.create({ payment_method: card })).id

const pay = async (card: string, changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    ...base,
    confirm: true,
    confirmation_token: await tokenFor(card),
    ...changes,
  })

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Stripe.errors.StripeCardError) => error,
  )

describe('a payment intent', () => {
  test('is created and confirmed in one call with a confirmation token', async () => {
    const customer = await stripe.customers.create({ email: 'ana@example.com' })
    const intent = await pay('pm_card_visa', {
      customer: customer.id,
      setup_future_usage: 'on_session',
      metadata: { order: '7' },
      shipping: { name: 'Ana', address: { line1: '1 Main St', country: 'US' } },
      expand: ['latest_charge', 'payment_method'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 48_263,
      customer: customer.id,
      metadata: { order: '7' },
      payment_method: {
        type: 'card',
        customer: customer.id,
        card: { last4: '4242', brand: 'visa' },
      },
      latest_charge: {
        captured: true,
        customer: customer.id,
        receipt_url: expect.stringContaining('/c/receipt/ch_'),
      },
    })
    const cards = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })
    expect(cards.data).toHaveLength(1)
    const listed = await stripe.paymentIntents.list({ customer: customer.id })
    expect(listed.data.map(({ id }) => id)).toEqual([intent.id])
    const receipt = await fetch((intent.latest_charge as Stripe.Charge).receipt_url!)
    expect(await receipt.text()).toContain('$482.63')

    const saved = (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' }))
      .data[0]!
    const again = await stripe.paymentIntents.create({
      ...base,
      confirm: true,
      customer: customer.id,
      payment_method: saved.id,
    })
    expect(again.status).toBe('succeeded')
    expect((await stripe.paymentMethods.detach(saved.id)).customer).toBeNull()
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(0)
  })

  test('can be created, updated, and confirmed later', async () => {
    const made = await stripe.paymentIntents.create(base)
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.stringContaining(made.id),
    })
    await stripe.paymentIntents.update(made.id, { amount: 50_000, description: 'Case' })
    const paid = await stripe.paymentIntents.confirm(made.id, {
      payment_method: 'pm_card_mastercard',
    })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 50_000,
      description: 'Case',
    })
    expect(
      await refusal(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
    expect(await refusal(stripe.paymentIntents.update(made.id, { amount: 1000 }))).toMatchObject({
      statusCode: 400,
    })
  })

  test('is declined with 402 and stays payable', async () => {
    const error = await refusal(pay('pm_card_chargeDeclinedInsufficientFunds'))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { status: 'requires_payment_method', payment_method: null },
    })
    const paid = await stripe.paymentIntents.confirm(error!.payment_intent!.id, {
      payment_method: 'pm_card_visa',
    })
    expect(paid.status).toBe('succeeded')
  })

  test('with 3-D Secure requires authentication, unless it is off-session', async () => {
    const intent = await pay('pm_card_authenticationRequired', {
      return_url: 'http://shop.test/card',
    })
    expect(intent.status).toBe('requires_action')
    const { url } = intent.next_action!.redirect_to_url!
    const back = await fetch(url!, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ result: 'complete' }),
    })
    const location = new URL(back.headers.get('location')!)
    expect(location.origin + location.pathname).toBe('http://shop.test/card')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')

    expect(
      await refusal(pay('pm_card_authenticationRequired', { off_session: true })),
    ).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
    })
  })

  test('requires a return URL where payment methods may redirect', async () => {
    const error = await refusal(
      pay('pm_card_visa', { automatic_payment_methods: { enabled: true } }),
    )
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' })
  })

  test('can be authorised and captured, in part, or cancelled', async () => {
    const authorised = await pay('pm_card_visa', { capture_method: 'manual' })
    expect(authorised).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 48_263,
      amount_received: 0,
    })
    expect(
      await refusal(stripe.paymentIntents.capture(authorised.id, { amount_to_capture: 50_000 })),
    ).toMatchObject({
      code: 'amount_too_large',
    })
    const taken = await stripe.paymentIntents.capture(authorised.id, {
      amount_to_capture: 40_000,
      expand: ['latest_charge'],
    })
    expect(taken).toMatchObject({
      status: 'succeeded',
      amount_received: 40_000,
      latest_charge: { amount_captured: 40_000, amount_refunded: 8263, captured: true },
    })
    expect(await refusal(stripe.paymentIntents.capture(authorised.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })

    const other = await pay('pm_card_visa', { capture_method: 'manual' })
    const released = await stripe.paymentIntents.cancel(other.id, {
      cancellation_reason: 'requested_by_customer',
      expand: ['latest_charge'],
    })
    expect(released).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'requested_by_customer',
      latest_charge: { refunded: true, captured: false },
    })
    expect(await refusal(stripe.paymentIntents.cancel(other.id))).toMatchObject({ statusCode: 400 })
  })

  test('of a session follows the session', async () => {
    const shop = await createShop(provider)
    const session = await stripe.checkout.sessions.create({
      ...checkoutOf(shop),
      payment_intent_data: { capture_method: 'manual' },
    })
    await payPage(session.url!, { card: '4000000000000002' })
    const { payment_intent: id } = await stripe.checkout.sessions.retrieve(session.id)
    expect(await refusal(stripe.paymentIntents.cancel(id as string))).toMatchObject({
      statusCode: 400,
    })
    await payPage(session.url!)
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
    await stripe.paymentIntents.capture(id as string)
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  test.each([
    [{ amount: 49 }, { code: 'amount_too_small' }],
    [{ amount: 100_000_000 }, { code: 'amount_too_large' }],
    [{ customer: 'cus_nobody' }, { code: 'resource_missing', param: 'customer' }],
    [{ confirmation_token: 'ctoken_x' }, { param: 'confirmation_token' }],
  ])('is refused with %o', async (changes, expected) => {
    expect(await refusal(stripe.paymentIntents.create({ ...base, ...changes }))).toMatchObject({
      statusCode: 400,
      ...expected,
    })
  })
})

describe('a confirmation token', () => {
  test('shows the card and can be used once', async () => {
    const id = await tokenFor('pm_card_visa')
    expect(await stripe.confirmationTokens.retrieve(id)).toMatchObject({
      payment_method_preview: { type: 'card', card: { last4: '4242' } },
      payment_intent: null,
    })
    const intent = await stripe.paymentIntents.create({
      ...base,
      confirm: true,
      confirmation_token: id,
    })
    expect((await stripe.confirmationTokens.retrieve(id)).payment_intent).toBe(intent.id)
    expect(
      await refusal(
        stripe.paymentIntents.create({ ...base, confirm: true, confirmation_token: id }),
      ),
    ).toMatchObject({ statusCode: 400, param: 'confirmation_token' })
  })

  test('is created by the browser with a card, and names the invalid field', async () => {
    const make = async (number: string) => {
      const response = await fetch(`${provider.url}/v1/confirmation_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${provider.publishableKey}` },
        body: `payment_method_data[type]=card&payment_method_data[card][number]=${number}&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=2040&payment_method_data[card][cvc]=123`,
      })
      return {
        status: response.status,
        body: (await response.json()) as { id?: string; error?: object },
      }
    }
    expect(await make('4242424242424241')).toMatchObject({
      status: 402,
      body: { error: { code: 'invalid_number' } },
    })
    const { body } = await make('4242424242424242')
    const intent = await stripe.paymentIntents.create({
      ...base,
      confirm: true,
      confirmation_token: body.id,
    })
    expect(intent.status).toBe('succeeded')
    const browser = subscriberOf({ ...provider, secretKey: provider.publishableKey })
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret!,
    })
    expect(seen.status).toBe('succeeded')
    expect(await refusal(browser.paymentIntents.retrieve(intent.id))).toMatchObject({
      statusCode: 400,
    })
  })
})

describe('refunds', () => {
  test('are whole or in part, and never more than was paid', async () => {
    const intent = await pay('pm_card_visa')
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 20_000,
      reason: 'requested_by_customer',
      metadata: { order: '7' },
    })
    expect(part).toMatchObject({ status: 'succeeded', amount: 20_000, metadata: { order: '7' } })
    const error = await refusal(
      stripe.refunds.create({ payment_intent: intent.id, amount: 30_000 }),
    )
    expect(error).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(error!.message).toContain('greater than unrefunded amount on charge ($282.63)')
    const rest = await stripe.refunds.create({
      charge: intent.latest_charge as string,
      expand: ['charge'],
    })
    expect(rest).toMatchObject({
      amount: 28_263,
      charge: { refunded: true, amount_refunded: 48_263 },
    })
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    const listed = await stripe.refunds.list({ payment_intent: intent.id })
    expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id])
    const events = await stripe.events.list({ types: ['charge.refunded', 'refund.created'] })
    const ofIt = events.data.filter(({ data }) => {
      const { id, charge: refunded } = data.object as { id: string; charge?: string }
      return [id, refunded].includes(intent.latest_charge as string)
    })
    expect(ofIt.map(({ type }) => type).toSorted()).toEqual([
      'charge.refunded',
      'charge.refunded',
      'refund.created',
      'refund.created',
    ])
    const charge = await stripe.charges.retrieve(intent.latest_charge as string, {
      expand: ['refunds'],
    })
    expect(charge.refunds?.data).toHaveLength(2)
  })
})

describe('disputes', () => {
  test('follow a payment with the dispute test card', async () => {
    const intent = await pay('pm_card_createDispute')
    expect(intent.status).toBe('succeeded')
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({
      status: 'needs_response',
      amount: 48_263,
      reason: 'fraudulent',
    })
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    })
    const won = await fetch(`${provider.url}/_faults/disputes/close`, {
      method: 'POST',
      body: JSON.stringify({ id: dispute!.id, status: 'won' }),
    })
    expect(won.status).toBe(200)
    expect((await stripe.disputes.retrieve(dispute!.id)).status).toBe('won')
    expect((await stripe.events.list({ type: 'charge.dispute.closed' })).data).toHaveLength(1)

    const other = await pay('pm_card_createDispute')
    const [lost] = (await stripe.disputes.list({ charge: other.latest_charge as string })).data
    expect((await stripe.disputes.close(lost!.id)).status).toBe('lost')
  })
})

describe('an inquiry', () => {
  const balance = async () => (await stripe.balance.retrieve()).available[0]!.amount
  const inquiry = async () => {
    const intent = await pay('pm_card_createDisputeInquiry')
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    const {
      status,
      amount,
      is_charge_refundable: isRefundable,
      balance_transactions: moved,
    } = dispute!
    expect([status, amount, isRefundable, moved]).toEqual([
      'warning_needs_response',
      48_263,
      true,
      [],
    ])
    const now = async () => (await stripe.disputes.retrieve(dispute!.id)).status
    return { intent, id: dispute!.id, now }
  }

  test('withdraws nothing, and is resolved by a full refund', async () => {
    const before = await balance()
    const { intent, now } = await inquiry()
    const paid = await balance()
    expect(paid).toBeGreaterThan(before)
    await stripe.refunds.create({ payment_intent: intent.id, amount: 48_262 })
    expect(await now()).toBe('warning_needs_response')
    await stripe.refunds.create({ payment_intent: intent.id, amount: 1 })
    expect(await now()).toBe('warning_closed')
    expect(paid - (await balance())).toBe(48_263)
  })

  test('takes evidence, and ends without money where the bank leaves it', async () => {
    const { id, now } = await inquiry()
    const before = await balance()
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'It came.' }, submit: true })
    expect(await now()).toBe('warning_under_review')
    await fetch(`${provider.url}/_faults/disputes/close`, {
      method: 'POST',
      body: JSON.stringify({ id, status: 'won' }),
    })
    expect(await now()).toBe('warning_closed')
    expect(await balance()).toBe(before)
  })
})

test('the balance is what was paid, less fees and refunds', async () => {
  const before = (await stripe.balance.retrieve()).available[0]!.amount
  await pay('pm_card_visa', { amount: 10_000 })
  expect((await stripe.balance.retrieve()).available[0]!.amount - before).toBe(10_000 - 290 - 30)
})
