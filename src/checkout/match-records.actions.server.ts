import { userById } from '#accounts/users/users.store.server.ts'
import { productById } from '#catalogue/wines/products.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import type { ProductClaim, UserClaim } from './record-claims.rules.ts'
import { isTrueOfProduct, isTrueOfUser } from './record-claims.rules.ts'

export type RecordClaims = { user?: UserClaim | undefined; product?: ProductClaim | undefined }

/**
 * Whether the `user` and `product` records sent with a call agree with the signed-in customer (null
 * for a guest) and the catalogue; records that were not sent agree. A product sent as an id alone is
 * left to the check of what is bought.
 */
export async function matchesRecords(
  { db }: Pick<Services, 'db'>,
  viewer: Pick<Viewer, 'id'> | null,
  { user, product }: RecordClaims,
): Promise<boolean> {
  if (user !== undefined) {
    const customer = viewer ? await userById(db, viewer.id) : null
    if (!isTrueOfUser(user, customer)) return false
  }
  if (typeof product !== 'object') return true
  return isTrueOfProduct(product, await productById(db, product.id))
}
