import { createHash } from 'node:crypto'

import { networkOf } from '#platform/text/network-address.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'

/**
 * The key by which a hold counts towards the limits of buyers without a confirmed email: a hash of
 * the client network. Null when no limit applies: the email is confirmed, or stock is unlimited.
 */
export function holderNetworkOf(
  buyer: { emailVerified: boolean } | null,
  address: string,
  wines: readonly Pick<Product, 'available'>[],
): string | null {
  if (buyer?.emailVerified || wines.every((wine) => wine.available === null)) return null
  return createHash('sha256').update(networkOf(address)).digest('base64url')
}
