import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'

let provider: Provider
let stripe: Stripe

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
})
afterAll(() => provider.remove())

describe('customers', () => {
  test('are created, read, updated, listed and deleted', async () => {
    const made = await stripe.customers.create({
      email: 'ana@example.com',
      name: 'Ana',
      phone: '4155550100',
      metadata: { user: '1', note: 'first' },
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
    })
    expect(made.id).toMatch(/^cus_\w{14}$/)
    expect(made.shipping?.address).toMatchObject({ line1: '1 Main St', line2: null })

    const changed = await stripe.customers.update(made.id, {
      name: 'Ana B.',
      metadata: { note: '' },
    })
    expect(changed.name).toBe('Ana B.')
    expect(changed.metadata).toEqual({ user: '1' })
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data
    expect(event?.data.previous_attributes).toEqual({
      name: 'Ana',
      metadata: { user: '1', note: 'first' },
    })

    const byEmail = await stripe.customers.list({ email: 'ana@example.com' })
    expect(byEmail.data.map(({ id }) => id)).toEqual([made.id])

    expect(await stripe.customers.del(made.id)).toEqual({
      id: made.id,
      object: 'customer',
      deleted: true,
    })
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
    await expect(stripe.customers.update(made.id, { name: 'x' })).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  test('are listed newest first, with cursors in both directions', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++)
      ids.unshift((await stripe.customers.create({ name: `Page ${at}` })).id)
    const first = await stripe.customers.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.has_more).toBe(true)
    const second = await stripe.customers.list({ limit: 2, starting_after: ids[1] })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const back = await stripe.customers.list({ limit: 2, ending_before: ids[3] })
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
    const all = await stripe.customers.list({ limit: 1 }).autoPagingToArray({ limit: 5 })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })
})

describe('products, prices and rates', () => {
  test('a lookup key belongs to one price and can be transferred', async () => {
    const product = await stripe.products.create({
      name: 'Malbec',
      images: ['http://shop.test/malbec.png'],
    })
    const old = await stripe.prices.create({
      product: product.id,
      currency: 'USD',
      unit_amount: 45_000,
      lookup_key: 'malbec_case',
    })
    expect(old).toMatchObject({ currency: 'usd', type: 'one_time', unit_amount: 45_000 })
    expect(String(old.unit_amount_decimal)).toBe('45000')
    await expect(
      stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: 46_000,
        lookup_key: 'malbec_case',
      }),
    ).rejects.toMatchObject({ param: 'lookup_key' })
    const next = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 46_000,
      lookup_key: 'malbec_case',
      transfer_lookup_key: true,
    })
    const found = await stripe.prices.list({
      lookup_keys: ['malbec_case'],
      expand: ['data.product'],
    })
    expect(found.data).toHaveLength(1)
    expect(found.data[0]).toMatchObject({
      id: next.id,
      product: { id: product.id, name: 'Malbec' },
    })
    expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull()
  })

  test('an update leaves other fields unchanged, and a product with a price cannot be deleted', async () => {
    const product = await stripe.products.create({ name: 'Bottle' })
    await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 15_000 })
    const changed = await stripe.products.update(product.id, { description: '750 ml' })
    expect(changed).toMatchObject({ name: 'Bottle', description: '750 ml' })
    await expect(stripe.products.del(product.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('shipping and tax rates are created, listed and deactivated', async () => {
    const rate = await stripe.shippingRates.create({
      display_name: 'Overnight',
      type: 'fixed_amount',
      fixed_amount: { amount: 9000, currency: 'usd' },
      delivery_estimate: { minimum: { unit: 'business_day', value: 1 } },
      metadata: { method: 'overnight', count: '1' },
    })
    expect(rate.delivery_estimate).toEqual({
      minimum: { unit: 'business_day', value: 1 },
      maximum: null,
    })
    await stripe.shippingRates.update(rate.id, { active: false })
    expect((await stripe.shippingRates.list({ active: true })).data).toHaveLength(0)

    const tax = await stripe.taxRates.create({
      display_name: 'CA',
      percentage: 7.25,
      inclusive: false,
      state: 'CA',
    })
    expect(tax).toMatchObject({
      percentage: 7.25,
      effective_percentage: 7.25,
      active: true,
      state: 'CA',
    })
    expect((await stripe.taxRates.list({ inclusive: false })).data[0]?.id).toBe(tax.id)
  })
})
