import type { Cents } from '#platform/text/money.rules.ts'

import type { WhyNotInRelease, WineRelease } from '../on-sale/wine-release.rules.ts'
import { whyNotInRelease } from '../on-sale/wine-release.rules.ts'

export const releaseStates = ['on-sale', 'announced', 'closed'] as const
export type ReleaseState = (typeof releaseStates)[number]

/** A wine as sold, by the unit that its subtitle names: mostly a case of 3 × 750 ml. */
export type Product = {
  id: string
  title: string
  subtitle: string
  titleCart: string
  vintage: number
  /** File name under the static PDFs, or null when the wine has no spec sheet. */
  specSheet: string | null
  /** Base name of the picture family, e.g. `bottle-malbec-2022`. */
  image: string
  price: Cents
  description: string
  descriptionA: string
  descriptionB: string
  category: { id: string; name: string }
  releaseState: ReleaseState
  /** Units available to this buyer, capped at the most one cart can have; null is unlimited. */
  available: number | null
  /** The release that decides about the wine, as this buyer sees it. Absent outside a release. */
  release?: WineRelease
}

export type ReleasedProduct = Product & { release: WineRelease }

/** The wines of the first release that has not closed, in their order. */
export function releasedTogether(products: readonly Product[]): ReleasedProduct[] {
  const released = products.filter(
    (product): product is ReleasedProduct =>
      product.release !== undefined && product.release.phase !== 'closed',
  )
  return released.filter(({ release }) => release.id === released[0]?.release.id)
}

export type WhyNotAdd = 'announced' | 'sold-out' | 'few-left' | WhyNotInRelease

/** Why a cart can't have this many units of a product, or null when it can. */
export function whyNotAdd(
  { releaseState, available, release }: Pick<Product, 'releaseState' | 'available' | 'release'>,
  quantity = 1,
): WhyNotAdd | null {
  const whyNot = release && whyNotInRelease(release)
  if (whyNot) return whyNot
  if (!release && releaseState !== 'on-sale') return releaseState
  if (available !== null && available <= 0) return 'sold-out'
  const isAllocationUsed =
    release?.kind === 'allocated' && release.own && release.own.usable < quantity
  if (isAllocationUsed) return 'allocation-used'
  return available !== null && available < quantity ? 'few-left' : null
}
