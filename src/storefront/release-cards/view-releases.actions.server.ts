import { listedProducts } from '#catalogue/wines/products.store.server.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'

import type { Services } from '#platform/services/services.ts'

export type Releases = {
  /** The release on sale or announced, or null between two releases. */
  current: Product | null
  /** Closed releases, newest first. */
  closed: Product[]
}

/** The releases as shown to the public. One query. */
export async function viewReleases({ db }: Pick<Services, 'db'>): Promise<Releases> {
  const products = await listedProducts(db)
  return {
    current: products.find((product) => product.releaseState !== 'closed') ?? null,
    closed: products.filter((product) => product.releaseState === 'closed'),
  }
}
