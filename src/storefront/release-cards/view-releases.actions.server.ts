import type { Product, ReleasedProduct } from '#catalogue/wines/catalogue.rules.ts'
import { releasedTogether } from '#catalogue/wines/catalogue.rules.ts'
import { listedProducts } from '#catalogue/wines/products.store.server.ts'
import type { Services } from '#platform/services/services.ts'

export type Releases = {
  /** The release on sale or announced, or null between two releases. */
  current: Product | null
  /** Closed releases, newest first. */
  closed: Product[]
  /** Wines of the release that is announced, open or paused; none between two releases. */
  released: ReleasedProduct[]
}

/** The releases as shown to the public. One query. */
export async function viewReleases({ db }: Pick<Services, 'db'>): Promise<Releases> {
  const products = await listedProducts(db)
  return {
    current: products.find((product) => product.releaseState !== 'closed') ?? null,
    closed: products.filter((product) => product.releaseState === 'closed'),
    released: releasedTogether(products),
  }
}
