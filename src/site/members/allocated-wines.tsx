import {
  allocationSentence,
  opensSentence,
  releasesCopy,
} from '#catalogue/on-sale/releases.copy.ts'
import { whyNotInRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { useCart } from '#storefront/cart/cart-provider.tsx'
import { ledger } from '#ui/layout.ts'

import styles from './membership-history.module.css'

/** Wines that a release sets aside for this customer now. */
export const useAllocatedWines = () =>
  useCart().products.flatMap((product) => {
    const { release } = product
    if (!release?.own || release.phase === 'closed') return []
    return [{ product, release, own: release.own, isSoldOut: whyNotAdd(product) === 'sold-out' }]
  })

/** What the present release sets aside for this customer, wine by wine, and from when it can be bought. */
export function AllocatedWines() {
  const timeZone = useTimeZone()
  return (
    <dl className={ledger(2)}>
      {useAllocatedWines().map(({ product, release, own, isSoldOut }) => (
        <div key={product.id} className={styles.year}>
          <dt className={styles.wine}>{product.title}</dt>
          <dd>
            {allocationSentence(own, release, timeZone, isSoldOut)}
            {isSoldOut && `, ${releasesCopy.soldOut.toLowerCase()}`}
            {whyNotInRelease(release) === 'before-release' &&
              `. ${opensSentence(release, timeZone)}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
