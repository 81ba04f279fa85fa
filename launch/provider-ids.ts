import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Ids of prices, rates and tax at the payment provider, as settings: those the environment names,
 * or the stand-in's, which are made there the first time by the same code that sets up a real
 * account, and remembered in the data folder.
 */
export async function providerIds(
  dir: string,
  env: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  if (env['STRIPE_PRICE_CASE']) return {}
  const file = join(dir, 'provider-ids.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const { openStripe } = await import('#services/payments/stripe-calls.server.ts')
  const { setUpProvider } = await import('#services/payments/provider-setup.server.ts')
  const stripe = openStripe({
    secretKey: env['STRIPE_SECRET_KEY']!,
    apiBase: env['STRIPE_API_BASE'],
  })
  const taxPercent = Number(env['CALIFORNIA_TAX_PERCENT'] || 7.25)
  const ids = await setUpProvider(stripe, { taxPercent, bottlePrice: env['BOTTLE_PRICE'] || '150' })
  writeFileSync(file, JSON.stringify(ids, null, 2))
  return ids
}
