import { chargesOf } from '#catalogue/prices/amounts.rules.ts'
import { readPriceIds } from '#catalogue/prices/prices.actions.server.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'

import { sessionMinutes } from './checkout.rules.ts'
import type { Checkout } from './checkouts.store.server.ts'
import { checkoutLinesOf } from './checkouts.store.server.ts'
import type { NewCheckoutLine } from './new-checkouts.store.server.ts'

/** A checkout opened by this request, with its lines, or one that was open already. */
export type OpenedWithLines = { checkout: Checkout; lines: NewCheckoutLine[] | null }

export type PricedLine = Pick<NewCheckoutLine, 'quantity'> & { priceId: string }

/** The lines of a checkout with the provider's prices. */
export async function pricedLines(
  services: Services,
  { checkout, lines }: OpenedWithLines,
): Promise<PricedLine[]> {
  const ours = lines ?? (await checkoutLinesOf(services.db, checkout.id))
  const priceIds = await readPriceIds(
    services,
    ours.map(({ productId }) => productId),
  )
  return ours.map(({ productId, quantity }) => ({
    priceId: priceIdOf(priceIds, productId),
    quantity,
  }))
}

/**
 * Parameters of every session. All come from the checkout, so that a retry sends the same request.
 */
export const commonRequest = (
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
) => ({
  checkoutId: checkout.id,
  lines: [...lines],
  charges: chargesOf(checkout),
  taxRateId: settings.taxRateId,
  expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
})

export const unitsIn = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** Where the payment page leads back to, with the session's id. */
export function returnTo(publicUrl: string, path: string): string {
  const [page, query] = path.split('?')
  return `${publicUrl}${page}?session_id={CHECKOUT_SESSION_ID}${query ? `&${query}` : ''}`
}

function priceIdOf(priceIds: Readonly<Record<string, string>>, productId: string): string {
  const priceId = priceIds[productId]
  if (!priceId) throw new Error(`No price at the payment provider for ${productId}`)
  return priceId
}
