import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startProvider, type Provider } from '../../testing/provider.ts'
import { checkoutOf, openShop, payPage } from '../../testing/shop.ts'
import { catchWebhooks, type WebhookCatcher } from '../../testing/webhook-catcher.ts'

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
  test('tell of a payment, signed as the SDK checks it', async () => {
    const shop = await openShop(provider)
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

  test('are repeated until they are answered with 2xx', async () => {
    catcher.answers.push(500, 302, 404)
    await createCustomer('repeated')
    await catcher.until((caught) => caught.length === 4)
    expect(new Set(catcher.caught.map(({ id }) => id)).size).toBe(1)
  })

  test('that were not answered are sent after a restart, answered ones are not', async () => {
    await createCustomer('answered')
    await catcher.until((caught) => caught.length === 1)
    await provider.fault({ webhooks: 'withhold' })
    await createCustomer('waiting')
    // A round trip, so that the answer to the first delivery has been noted.
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
  test('withhold until let go', async () => {
    await provider.fault({ webhooks: 'withhold', times: 2 })
    await createCustomer('held 1')
    await createCustomer('held 2')
    await createCustomer('free')
    await catcher.until((caught) => caught.length === 1)
    expect(names()).toEqual(['free'])
    expect(await postFaults('webhooks/release', {})).toEqual({ released: 2 })
    await catcher.until((caught) => caught.length === 3)
    // Two at once, each over a connection of its own.
    expect(names().slice(1).toSorted()).toEqual(['held 1', 'held 2'])
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
    catcher.answers.push(400)
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

  test('go back to delivering', async () => {
    await provider.fault({ webhooks: 'withhold' })
    await createCustomer('held')
    await provider.fault({ webhooks: 'deliver' })
    await createCustomer('next')
    await catcher.until((caught) => caught.length === 2)
    expect(names().toSorted()).toEqual(['held', 'next'])
  })
})
