import { listedProducts } from '#data/products.ts'
import type { Product } from '#domain/catalogue.ts'

import type { Parts } from '#use-cases/parts.ts'

export type Releases = {
  /** The release on sale or announced, or null between two releases. */
  current: Product | null
  /** Those that are closed, newest first. */
  closed: Product[]
}

/** The house's releases as everybody may see them. One question. */
export async function viewReleases({ db }: Pick<Parts, 'db'>): Promise<Releases> {
  const products = await listedProducts(db)
  return {
    current: products.find((product) => product.releaseState !== 'closed') ?? null,
    closed: products.filter((product) => product.releaseState === 'closed'),
  }
}
