import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { subscriberOf, startProvider, type Provider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, type Shop } from '#fakes/testing/shop.ts'

let provider: Provider
let stripe: Stripe
let shop: Shop

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
  shop = await createShop(provider)
})
afterAll(() => provider.remove())

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${provider.url}/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${provider.secretKey}`, ...init.headers },
  })

const post = async (path: string, body: string) => {
  const response = await call(path, { method: 'POST', body })
  return {
    status: response.status,
    ...((await response.json()) as { error: Record<string, unknown> }),
  }
}

describe('keys and versions', () => {
  test('a wrong key is refused, and masked in the message', async () => {
    const wrong = subscriberOf({ ...provider, secretKey: 'sk_test_something_else' })
    const refusal = await wrong.customers.list().catch((error: Stripe.errors.StripeError) => error)
    expect(refusal).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect((refusal as Error).message).toBe('Invalid API Key provided: sk_test_**********else')
  })

  test('a missing key is refused, Basic authentication is accepted', async () => {
    expect((await fetch(`${provider.url}/v1/balance`)).status).toBe(401)
    const basic = Buffer.from(`${provider.secretKey}:`).toString('base64')
    const response = await fetch(`${provider.url}/v1/balance`, {
      headers: { authorization: `Basic ${basic}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('request-id')).toMatch(/^req_\w{14}$/)
    expect(response.headers.get('stripe-version')).toBe('2026-10-28.endive')
  })

  test('a publishable key cannot make calls that need a secret key', async () => {
    const browser = subscriberOf({ ...provider, secretKey: provider.publishableKey })
    await expect(browser.customers.list()).rejects.toMatchObject({
      code: 'secret_key_required',
      statusCode: 401,
    })
  })

  test('another version of the API is refused', async () => {
    const response = await call('balance', { headers: { 'stripe-version': '2020-08-27' } })
    expect(response.status).toBe(400)
  })

  test('an unknown API path is 404', async () => {
    const { status, error } = await post('sources', '')
    expect(status).toBe(404)
    expect(error.message).toContain('Unrecognized request URL (POST: /v1/sources)')
  })
})

describe('parameters', () => {
  test.each([
    ['customers', 'nickname=Ana', { code: 'parameter_unknown', param: 'nickname' }],
    ['customers', 'shipping[name]=Ana', { code: 'parameter_missing', param: 'shipping[address]' }],
    ['customers', 'balance=much', { code: 'parameter_invalid_integer', param: 'balance' }],
    ['customers', 'email=', { code: 'parameter_invalid_empty', param: 'email' }],
    ['customers', 'name[first]=Ana', { param: 'name' }],
    ['customers', 'expand=name', { param: 'expand' }],
    ['customers', 'email=invalid', { code: 'email_invalid', param: 'email' }],
    ['prices', 'unit_amount=100', { code: 'parameter_missing', param: 'currency' }],
    ['prices', 'currency=usd&unit_amount=100', { code: 'parameter_missing', param: 'product' }],
    [
      'prices',
      'currency=usd&product=prod_x&unit_amount=100',
      { code: 'resource_missing', param: 'product' },
    ],
    ['tax_rates', 'display_name=CA&inclusive=no&percentage=7', { param: 'inclusive' }],
    [
      'checkout/sessions',
      'mode=payment&payment_method_types[0]=card',
      { code: 'parameter_unknown' },
    ],
    ['checkout/sessions', 'mode=pay', { param: 'mode' }],
    ['checkout/sessions', '', { code: 'parameter_missing', param: 'mode' }],
    ['checkout/sessions', 'mode=payment', { code: 'parameter_missing', param: 'success_url' }],
    [
      'checkout/sessions',
      'mode=payment&success_url=members',
      { code: 'url_invalid', param: 'success_url' },
    ],
    [
      'checkout/sessions',
      'mode=payment&success_url=http://s.test',
      { code: 'parameter_missing', param: 'line_items' },
    ],
    [
      'checkout/sessions',
      'mode=payment&success_url=http://s.test&line_items[0][prize]=1',
      { code: 'parameter_unknown', param: 'line_items[0][prize]' },
    ],
    [
      'checkout/sessions',
      'mode=payment&success_url=http://s.test&line_items[0][quantity]=1',
      { code: 'parameter_missing', param: 'line_items[0][price]' },
    ],
  ])('POST %s with “%s” is refused', async (path, body, expected) => {
    const { status, error } = await post(path, body)
    expect(status).toBe(400)
    expect(error).toMatchObject({ type: 'invalid_request_error', ...expected })
    expect(error.message).toBeTruthy()
  })

  test('a missing object in the path is 404', async () => {
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_nobody'",
    })
    await expect(stripe.checkout.sessions.retrieve('cs_test_x')).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  test('a page size outside 1 to 100 is refused', async () => {
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
    await expect(stripe.customers.list({ limit: 0 })).rejects.toMatchObject({ param: 'limit' })
  })

  test('a field that cannot be expanded is refused', async () => {
    await expect(
      stripe.customers.retrieve(shop.customer, { expand: ['wishes'] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
    })
  })
})

const refused = (changes: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create({ ...checkoutOf(shop), ...changes })

describe('checkout sessions', () => {
  test('last between 30 minutes and 24 hours', async () => {
    const now = Math.floor(Date.now() / 1000)
    await expect(refused({ expires_at: now + 29 * 60 })).rejects.toMatchObject({
      param: 'expires_at',
    })
    await expect(refused({ expires_at: now + 25 * 3600 })).rejects.toMatchObject({
      param: 'expires_at',
    })
    const session = await refused({ expires_at: now + 31 * 60 })
    expect(session.expires_at).toBe(now + 31 * 60)
  })

  test('need existing prices and rates, and valid quantities', async () => {
    await expect(
      refused({ line_items: [{ price: 'price_x', quantity: 1 }] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'line_items[0][price]',
    })
    await expect(refused({ line_items: [{ price: shop.malbec }] })).rejects.toMatchObject({
      param: 'line_items[0][quantity]',
    })
    await expect(
      refused({ line_items: [{ price: shop.malbec, quantity: 0 }] }),
    ).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
    })
    await expect(refused({ shipping_options: [{ shipping_rate: 'shr_x' }] })).rejects.toMatchObject(
      {
        param: 'shipping_options[0][shipping_rate]',
      },
    )
    const line = { price: shop.malbec, quantity: 1, tax_rates: ['txr_x'] }
    await expect(refused({ line_items: [line] })).rejects.toMatchObject({
      param: 'line_items[0][tax_rates][0]',
    })
  })

  test('take a customer or an email, not both', async () => {
    await expect(refused({ customer_email: 'ana@example.com' })).rejects.toMatchObject({
      param: 'customer_email',
    })
  })

  test('name features the fake server does not implement', async () => {
    await expect(refused({ mode: 'subscription' })).rejects.toMatchObject({ param: 'mode' })
    await expect(refused({ allow_promotion_codes: true })).rejects.toMatchObject({
      param: 'allow_promotion_codes',
    })
  })
})
