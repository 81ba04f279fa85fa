import { beforeAll, describe, expect, test } from 'vitest'

import { paymentEvents } from '#payments/payment-events.ts'
import { openStripe } from '#payments/stripe-calls.adapter.server.ts'
import { setUpWebhook } from '#payments/webhook-setup.server.ts'
import { openProvider } from '#tests/harness/provider.ts'

import { setUpProvider } from './provider-setup.server.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
const stripe = () => openStripe({ secretKey: provider.secretKey, apiBase: provider.url })

beforeAll(async () => {
  provider = await openProvider()
})

const setUp = async (bottlePrice = '150', taxPercent = 7.25) => {
  const reported: string[] = []
  const ids = await setUpProvider(stripe(), { taxPercent, bottlePrice }, (setting, how) => {
    reported.push(`${setting} ${how}`)
  })
  return { ids, made: reported.filter((line) => line.endsWith(' made')) }
}

describe('setting up an account', () => {
  test('creates everything once, by the name of its setting', async () => {
    const first = await setUp()
    expect(Object.keys(first.ids)).toHaveLength(12)
    expect(first.made).toHaveLength(12)
    const second = await setUp()
    expect(second.ids).toEqual(first.ids)
    expect(second.made).toEqual([])
  })

  test('finds existing objects among hundreds of others', async () => {
    const before = await setUp()
    for (let count = 0; count < 120; count++) {
      await stripe().shippingRates.create({
        display_name: 'Another shop’s',
        type: 'fixed_amount',
        fixed_amount: { amount: 3_500, currency: 'usd' },
      })
    }
    const after = await setUp()
    expect(after.ids).toEqual(before.ids)
  })

  test('with another price or tax creates those anew, and leaves the rest', async () => {
    const before = await setUp()
    const after = await setUp('175.50', 8)
    expect(after.made).toEqual(['STRIPE_PRICE_BOTTLE made', 'STRIPE_TAX_RATE_CALIFORNIA made'])
    const { product } = await stripe().prices.retrieve(before.ids['STRIPE_PRICE_BOTTLE']!)
    const changed = await stripe().prices.retrieve(after.ids['STRIPE_PRICE_BOTTLE']!)
    expect(changed).toMatchObject({ product, unit_amount: 17_550, lookup_key: 'kohue_bottle' })
  })

  test('creates no second product after an interrupted run', async () => {
    await stripe().prices.update((await setUp()).ids['STRIPE_PRICE_CASE']!, { active: false })
    const before = await stripe().products.list({ limit: 100 })
    expect((await setUp()).made).toEqual(['STRIPE_PRICE_CASE made'])
    expect((await stripe().products.list({ limit: 100 })).data).toHaveLength(before.data.length)
  })
})

test('a webhook endpoint is created once, and updated with missing events', async () => {
  const url = 'https://shop.example/api/stripe/webhook'
  const made = await setUpWebhook(stripe(), url)
  expect(made).toMatchObject({ how: 'made', secret: expect.stringMatching(/^whsec_/) })
  expect(await setUpWebhook(stripe(), url)).toEqual({ how: 'found', id: made.id })
  await stripe().webhookEndpoints.update(made.id, { enabled_events: ['refund.created'] })
  expect(await setUpWebhook(stripe(), url)).toEqual({ how: 'changed', id: made.id })
  const endpoint = await stripe().webhookEndpoints.retrieve(made.id)
  expect(endpoint.enabled_events).toEqual([...paymentEvents])
})
