import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { seedCatalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Log, Services } from '#platform/services/services.ts'
import { providerClient, cardToken } from '#tests/harness/provider.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { arePricesRight, comparePrices } from './compare-prices.actions.server.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
afterEach(() => setPrice(wine, 45_000))

const setPrice = (id: string, priceCents: number) =>
  testShop.db.update(products).set({ priceCents }).where(eq(products.id, id))

async function aBuyer() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return member
}

/** The shop with changed settings, and its log lines. */
function loggedShop(settings: Partial<Services['settings']> = {}) {
  const error = vi.fn<Log['error']>()
  const shop = createShop({
    ...testShop.services,
    settings: { ...testShop.services.settings, ...settings },
    log: { ...testShop.services.log, error },
  })
  return { shop, error }
}

const heldUnits = async () =>
  (await testShop.db.select().from(products).where(eq(products.id, wine)))[0]!.held

test('a price that is not the provider’s stops every sale of the wine, and only of that', async () => {
  await setPrice(wine, 40_000)
  const { shop, error } = loggedShop()
  const differs = { ok: false, reason: 'price-differs' }
  expect(await shop.startCheckout(await aBuyer())).toEqual(differs)
  expect(await shop.payByCard(await aBuyer(), { token: await cardToken() })).toEqual(differs)
  const caller = { viewer: null, token: null, address: '203.0.113.1' }
  const offered = (productId: string) =>
    shop.startOffer(caller, { productId, quantity: 1, shipTo: null })
  expect(await offered(wine)).toEqual(differs)
  expect(await heldUnits()).toBe(0)
  expect(error).toHaveBeenCalledWith(
    { what: `price of ${wine}`, shop: 40_000, provider: 45_000 },
    expect.stringContaining('sale stopped'),
  )
  expect(await offered('malbec-2021-bottle')).toMatchObject({ ok: true })
})

test('a tax rate that is not the provider’s stops the sale', async () => {
  const { shop, error } = loggedShop({ taxPercent: 8.5 })
  expect(await shop.startCheckout(await aBuyer())).toMatchObject({ reason: 'price-differs' })
  expect(error.mock.calls[0]![0]).toEqual({
    what: 'CALIFORNIA_TAX_PERCENT',
    shop: 8.5,
    provider: 7.25,
  })
})

test('a shipping rate of another amount is found when the page is opened', async () => {
  const { id } = await providerClient().shippingRates.create({
    display_name: 'Ground shipping',
    type: 'fixed_amount',
    fixed_amount: { amount: 100, currency: 'usd' },
  })
  const { rateIds } = testShop.services.settings
  const { shop } = loggedShop({ rateIds: { ...rateIds, ground: { ...rateIds.ground, 1: id } } })
  expect(await shop.startCheckout(await aBuyer())).toMatchObject({ reason: 'price-differs' })
  expect(await heldUnits()).toBe(0)
})

test('logs each difference at boot', async () => {
  await setPrice('malbec-2021-bottle', 16_000)
  const { shop, error } = loggedShop()
  await shop.comparePrices()
  expect(error.mock.calls.map(([fields]) => fields)).toEqual([
    { what: 'price of malbec-2021-bottle', shop: 16_000, provider: 15_000 },
  ])
})

test('a provider that is away at boot stops nothing; any other failure does', async () => {
  const warn = vi.fn<Log['warn']>()
  const comparedWhile = async (failure: Error) =>
    comparePrices({
      ...testShop.services,
      payments: { ...testShop.services.payments, priceAmount: async () => Promise.reject(failure) },
      log: { ...testShop.services.log, warn },
    })
  await comparedWhile(new ProviderUnavailable('away'))
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(ProviderUnavailable) },
    'prices not compared: payment provider unavailable',
  )
  await expect(comparedWhile(new Error('odd'))).rejects.toThrow('odd')
})

test.each([
  ['a price', 'priceAmount', 45_000, [{ productId: wine, unitPriceCents: 45_000 }]],
  ['the tax rate', 'taxPercent', 7.25, []],
] as const)(
  '%s is read again while the provider is away or lacks it, and once it was had no more',
  async (_, name, amount, lines) => {
    const read = vi
      .fn<(id: string) => Promise<number | null>>()
      .mockRejectedValueOnce(new ProviderUnavailable('away'))
      .mockResolvedValueOnce(null)
      .mockResolvedValue(amount)
    const { log, payments } = testShop.services
    const services = {
      ...testShop.services,
      payments: { ...payments, [name]: read },
      log: { ...log, error: vi.fn<Log['error']>() },
    }
    const isRight = () => arePricesRight(services, lines)
    await expect(isRight()).rejects.toThrow(ProviderUnavailable)
    expect([await isRight(), await isRight(), await isRight()]).toEqual([false, true, true])
    expect(read).toHaveBeenCalledTimes(3)
  },
)

test('the prices of the code and of the setting update an existing database', async () => {
  await setPrice(wine, 40_000)
  await setPrice('malbec-2021-bottle', 16_000)
  await seedCatalogue(testShop.db, 15_000)
  const { shop, error } = loggedShop()
  await shop.comparePrices()
  expect(error).not.toHaveBeenCalled()
})
