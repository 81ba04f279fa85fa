import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, payPage } from '#fakes/testing/shop.ts'
import { catchWebhooks, type WebhookCatcher } from '#fakes/testing/webhook-catcher.ts'

let catcher: WebhookCatcher
let provider: Provider

beforeEach(async () => {
  catcher = await catchWebhooks()
  provider = await startProvider({
    webhookUrl: catcher.url,
    env: {
      WEBHOOK_EVENTS:
        'customer.created,customer.updated,checkout.session.completed,payment_intent.succeeded',
    },
  })
})
afterEach(async () => {
  await provider.remove()
  await catcher.close()
})

const types = () => catcher.caught.map(({ type }) => type)
const names = () =>
  catcher.caught.map(
    ({ body }) => ((JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer).name,
  )
const createCustomer = (name: string) => provider.stripe.customers.create({ name })

const postFaults = async (path: string, body: object) => {
  const response = await fetch(`${provider.url}/_faults/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

describe('webhooks', () => {
  test('report a payment, signed as the SDK verifies it', async () => {
    const shop = await createShop(provider)
    const session = await provider.stripe.checkout.sessions.create(checkoutOf(shop))
    await payPage(session.url!)
    await catcher.until((caught) =>
      caught.some(({ type }) => type === 'checkout.session.completed'),
    )
    const { body, signature } = catcher.caught.find(
      ({ type }) => type === 'checkout.session.completed',
    )!
    const event = provider.stripe.webhooks.constructEvent(body, signature, provider.webhookSecret)
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid' } },
    })
    expect(() => provider.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      'signature',
    )
    expect(types()).not.toContain('charge.succeeded')
  })

  test('are retried until the response is 2xx', async () => {
    catcher.statuses.push(500, 302, 404)
    await createCustomer('repeated')
    await catcher.until((caught) => caught.length === 4)
    expect(new Set(catcher.caught.map(({ id }) => id)).size).toBe(1)
  })

  test('without a 2xx response are sent after a restart, delivered ones are not', async () => {
    await createCustomer('delivered')
    await catcher.until((caught) => caught.length === 1)
    await provider.fault({ webhooks: 'withhold' })
    await createCustomer('waiting')
    // A round trip, so that the response to the first delivery has been recorded.
    await provider.stripe.balance.retrieve()
    provider = await provider.restart('SIGKILL')
    await catcher.until(() => names().includes('waiting'))
    await createCustomer('later')
    await catcher.until(() => names().includes('later'))
    expect(names().filter((name) => name === 'waiting')).toHaveLength(1)
  })

  test('reach endpoints made over the API, with their own secret', async () => {
    const own = await catchWebhooks()
    const endpoint = await provider.stripe.webhookEndpoints.create({
      url: own.url,
      enabled_events: ['customer.created'],
    })
    await createCustomer('own')
    await own.until((caught) => caught.length === 1)
    const { body, signature } = own.caught[0]!
    expect(provider.stripe.webhooks.constructEvent(body, signature, endpoint.secret!).type).toBe(
      'customer.created',
    )
    expect((await provider.stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty('secret')
    await provider.stripe.webhookEndpoints.del(endpoint.id)
    await own.close()
  })
})

describe('webhook switches', () => {
  test('withhold until released', async () => {
    await provider.fault({ webhooks: 'withhold', times: 2 })
    await createCustomer('withheld 1')
    await createCustomer('withheld 2')
    await createCustomer('free')
    await catcher.until((caught) => caught.length === 1)
    expect(names()).toEqual(['free'])
    expect(await postFaults('webhooks/release', {})).toEqual({ released: 2 })
    await catcher.until((caught) => caught.length === 3)
    // Two concurrent deliveries, each on its own connection.
    expect(names().slice(1).toSorted()).toEqual(['withheld 1', 'withheld 2'])
  })

  test('send twice', async () => {
    await provider.fault({ webhooks: 'double', times: 1 })
    await createCustomer('twice')
    await catcher.until((caught) => caught.length === 2)
    expect(catcher.caught[0]!.id).toBe(catcher.caught[1]!.id)
  })

  test('swap each two', async () => {
    await provider.fault({ webhooks: 'reorder' })
    await createCustomer('one')
    await createCustomer('two')
    await catcher.until((caught) => caught.length === 2)
    expect(names()).toEqual(['two', 'one'])
  })

  test('send late', async () => {
    await provider.fault({ webhooks: 'late', ms: 3_000, times: 1 })
    await createCustomer('late')
    await createCustomer('soon')
    await catcher.until((caught) => caught.length === 2)
    expect(names()).toEqual(['soon', 'late'])
  })

  test('sign wrongly, or with an old time, and rightly when repeated', async () => {
    catcher.statuses.push(400)
    await provider.fault({ webhooks: 'forged', times: 1 })
    await createCustomer('forged')
    await catcher.until((caught) => caught.length === 2)
    await provider.fault({ webhooks: 'stale', times: 1 })
    await createCustomer('stale')
    await catcher.until((caught) => caught.length === 3)
    const [forged, right, stale] = catcher.caught
    const check = ({ body, signature }: { body: string; signature: string }) =>
      provider.stripe.webhooks.constructEvent(body, signature, provider.webhookSecret)
    expect(() => check(forged!)).toThrow('signature')
    expect(check(right!).type).toBe('customer.created')
    expect(() => check(stale!)).toThrow('tolerance')
  })

  test('send a given event again', async () => {
    await createCustomer('again')
    await catcher.until((caught) => caught.length === 1)
    const { id } = catcher.caught[0]!
    expect(await postFaults('webhooks/resend', { id })).toEqual({ resent: id })
    await catcher.until((caught) => caught.length === 2)
    expect(catcher.caught[1]!.id).toBe(id)
    expect(await postFaults('webhooks/resend', { id: 'evt_none' })).toEqual({
      error: 'There is no event evt_none.',
    })
  })

  test('deliver again after a reset', async () => {
    await provider.fault({ webhooks: 'withhold' })
    await createCustomer('withheld')
    await provider.fault({ webhooks: 'deliver' })
    await createCustomer('next')
    await catcher.until((caught) => caught.length === 2)
    expect(names().toSorted()).toEqual(['next', 'withheld'])
  })
})
