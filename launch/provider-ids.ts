import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Kept = { madeFor: string; ids: Record<string, string> }

/**
 * Ids of prices, rates and tax at the fake payment server, as settings. They are created there the
 * first time by the code that sets up a real account, and kept in the data folder.
 */
export async function providerIds(
  dir: string,
  env: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  const file = join(dir, 'provider-ids.json')
  const { defaultBottlePrice } = await import('#catalogue/wines/sold-wines.rules.ts')
  const { defaultTaxPercent } = await import('#catalogue/destinations/tax.rules.ts')
  const taxPercent = Number(env['CALIFORNIA_TAX_PERCENT'] || defaultTaxPercent)
  const bottlePrice = env['BOTTLE_PRICE'] || defaultBottlePrice
  const madeFor = `${taxPercent} % tax, bottle at ${bottlePrice}`
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null
  // A changed price or tax has its own ids; the earlier ones are found again when it is changed back.
  if (kept?.madeFor === madeFor) return kept.ids
  const { openStripe } = await import('#payments/stripe-calls.adapter.server.ts')
  const { setUpProvider } = await import('#catalogue/prices/provider-setup.server.ts')
  const stripe = openStripe({
    secretKey: env['STRIPE_SECRET_KEY']!,
    apiBase: env['STRIPE_API_BASE'],
  })
  const ids = await setUpProvider(stripe, { taxPercent, bottlePrice })
  writeFileSync(file, JSON.stringify({ madeFor, ids } satisfies Kept, null, 2))
  return ids
}
