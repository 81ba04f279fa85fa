import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { subscriberOf, startProvider, type Provider } from '#fakes/testing/provider.ts'

let provider: Provider
let stripe: Stripe

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
})
afterEach(() => provider.resetFaults())
afterAll(() => provider.remove())

const exists = async (name: string) =>
  (await provider.stripe.customers.list({ limit: 100 })).data.some(
    (customer) => customer.name === name,
  )

const failed = async (name: string, fault: string, { ms = 0, times = 1, caller = stripe } = {}) => {
  await provider.fault({ match: 'POST /v1/customers', fault, ms, times })
  return caller.customers.create({ name }).then(
    () => null,
    (error: Error) => error,
  )
}

describe('the fault switches of payment calls', () => {
  test('fail before or after the thing is done', async () => {
    expect(await failed('before', 'error-before')).toBeInstanceOf(Stripe.errors.StripeAPIError)
    expect(await exists('before')).toBe(false)
    expect(await failed('after', 'error-after')).toBeInstanceOf(Stripe.errors.StripeAPIError)
    expect(await exists('after')).toBe(true)
  })

  test('hang up before or after the thing is done', async () => {
    // The SDK retries once when a keep-alive connection is closed.
    const times = 2
    expect(await failed('hung', 'drop-before', { times })).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    expect(await exists('hung')).toBe(false)
    expect(await failed('done', 'drop-after', { times })).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    expect(await exists('done')).toBe(true)
  })

  test('a dropped response is replayed for the same key', async () => {
    await provider.fault({ match: 'POST /v1/customers', fault: 'drop-after' })
    const customer = await subscriberOf(provider, { maxNetworkRetries: 1 }).customers.create({
      name: 'retried',
    })
    const all = (await provider.stripe.customers.list({ limit: 100 })).data.filter(
      ({ name }) => name === 'retried',
    )
    expect(all.map(({ id }) => id)).toEqual([customer.id])
  })

  test('wait longer than the caller does', async () => {
    const late = { ms: 2_000, caller: subscriberOf(provider, { timeout: 250 }) }
    expect(await failed('waited', 'delay', late)).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    expect(await failed('delayed', 'delay-after', late)).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    await expect.poll(() => exists('delayed')).toBe(true)
  })

  test('respond with a rate limit', async () => {
    expect(await failed('many', 'rate-limit')).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  })

  test('apply as often as set, to the calls they match, until reset', async () => {
    await provider.fault({ match: '/v1/customers*', fault: 'error-before', times: 2 })
    await expect(stripe.balance.retrieve()).resolves.toBeDefined()
    await expect(stripe.customers.list()).rejects.toThrow()
    await expect(stripe.customers.create({ name: 'x' })).rejects.toThrow()
    await expect(stripe.customers.list()).resolves.toBeDefined()

    await provider.fault({ match: '*', fault: 'error-before', times: 100 })
    await expect(stripe.balance.retrieve()).rejects.toThrow()
    await provider.resetFaults()
    await expect(stripe.balance.retrieve()).resolves.toBeDefined()
  })

  test('refuse unknown switches', async () => {
    await expect(provider.fault({ match: '*', fault: 'explode' })).rejects.toThrow(
      'fault must be one of',
    )
    await expect(provider.fault({ webhooks: 'eat' })).rejects.toThrow('webhooks must be one of')
    await expect(provider.fault({ smtp: 'eat' })).rejects.toThrow('smtp must be one of')
    await expect(provider.fault({ match: '*', fault: 'delay', times: -1 })).rejects.toThrow('times')
  })
})

const press = (path: string, fields: Record<string, string>) =>
  fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
  })

describe('the switchboard page', () => {
  test('works with plain forms', async () => {
    const on = await press('/_faults', {
      match: '* /v1/*',
      fault: 'error-before',
      times: '1',
      ms: '',
    })
    expect(await on.text()).toContain('Respond 500, nothing done')
    await expect(stripe.balance.retrieve()).rejects.toThrow()
    await press('/_faults', { smtp: 'reject', times: '', ms: '', recipient: '' })
    const off = await press('/_faults/reset', {})
    expect(await off.text()).toContain('all servers work as they should')
  })

  test('is JSON when the client accepts JSON', async () => {
    await provider.fault({ webhooks: 'withhold' })
    const state = (await (await fetch(`${provider.url}/_faults`)).json()) as { rules: object[] }
    expect(state.rules).toMatchObject([{ webhooks: 'withhold', times: null }])
  })
})
