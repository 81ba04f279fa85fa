import { productById } from '#catalogue/wines/products.store.server.ts'
import type { Payments } from '#payments/payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'

type PriceIds = Readonly<Record<string, string>>
type Priced = { productId: string; unitPriceCents: number }
type Difference = { what: string; shop: number; provider: number | null }

/** Amounts of prices and rates are immutable at the provider: each is read once per process. */
const cached = new WeakMap<Payments, Map<string, Promise<number | null>>>()

function once(
  payments: Payments,
  id: string,
  read: () => Promise<number | null>,
): Promise<number | null> {
  const figures = cached.get(payments) ?? new Map<string, Promise<number | null>>()
  cached.set(payments, figures)
  const figure = figures.get(id) ?? read()
  figures.set(id, figure)
  figure.then(
    (amount) => amount === null && figures.delete(id),
    () => figures.delete(id),
  )
  return figure
}

/**
 * Differences between the prices and tax rate of the shop and those of the payment provider; null
 * for objects the provider does not have. Throws ProviderUnavailable.
 */
async function differences(
  { payments, settings }: Services,
  lines: readonly Priced[],
  pricesMade: PriceIds,
): Promise<Difference[]> {
  const { taxPercent, taxRateId } = settings
  const priceIds: PriceIds = { ...settings.priceIds, ...pricesMade }
  const compared = [
    once(payments, taxRateId, () => payments.taxPercent(taxRateId)).then((provider) => ({
      what: 'CALIFORNIA_TAX_PERCENT',
      shop: taxPercent,
      provider,
    })),
    ...lines.map(async ({ productId, unitPriceCents: shop }) => {
      const priceId = priceIds[productId]
      const provider = priceId
        ? await once(payments, priceId, () => payments.priceAmount(priceId))
        : null
      return { what: `price of ${productId}`, shop, provider }
    }),
  ]
  return (await Promise.all(compared)).filter(({ shop, provider }) => shop !== provider)
}

/**
 * Whether the provider charges the prices of these lines and the tax rate; differences are logged.
 * `pricesMade` are the provider's price ids of wines that staff made. Throws ProviderUnavailable.
 */
export async function arePricesRight(
  services: Services,
  lines: readonly Priced[],
  pricesMade: PriceIds = {},
): Promise<boolean> {
  const found = await differences(services, lines, pricesMade)
  for (const difference of found) {
    services.log.error(
      difference,
      difference.provider === null
        ? 'price missing at the payment provider, sale stopped'
        : 'price differs at the payment provider, sale stopped: set the price or its id, then restart',
    )
  }
  return found.length === 0
}

/** Compares all prices and the tax rate with the provider at boot, and logs the differences. */
export async function comparePrices(services: Services): Promise<void> {
  const { db, settings, log } = services
  const wines = await Promise.all(Object.keys(settings.priceIds).map((id) => productById(db, id)))
  const lines = wines.flatMap((wine) =>
    wine ? [{ productId: wine.id, unitPriceCents: wine.price }] : [],
  )
  try {
    await arePricesRight(services, lines)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'prices not compared: payment provider unavailable')
  }
}
