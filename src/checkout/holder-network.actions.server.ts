import { createHash } from 'node:crypto'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { networkOf } from '#platform/text/network-address.rules.ts'

type Buyer = { emailVerified: boolean; lastOrderAt: Date | null }

/**
 * The key by which a hold counts towards the limits of new buyers: a hash of the client network. Null
 * when no limit applies: stock is unlimited, or the email is confirmed and the buyer has paid an order or has
 * an allocation.
 */
export function holderNetworkOf(
  buyer: Buyer | null,
  address: string,
  wines: readonly Pick<Product, 'available'>[],
  hasAllocations = false,
): string | null {
  if (wines.every((wine) => wine.available === null)) return null
  if (buyer?.emailVerified && (buyer.lastOrderAt || hasAllocations || address === '')) return null
  return createHash('sha256').update(networkOf(address)).digest('base64url')
}
