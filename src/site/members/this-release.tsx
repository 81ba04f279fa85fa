import { Link } from 'react-router'

import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { allocationSentence, releasesCopy } from '#catalogue/on-sale/releases.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useCart } from '#storefront/cart/cart-provider.tsx'
import { useTimeZone } from '#platform/text/dates.tsx'

import styles from './membership-history.module.css'

/** Wines that a release allocates to this customer now. */
export const useAllocatedWines = () =>
  useCart().products.flatMap((product) => {
    const { id, title, release } = product
    if (!release?.own || release.phase === 'closed') return []
    return [{ id, title, release, own: release.own, isSoldOut: whyNotAdd(product) === 'sold-out' }]
  })

/** What the present release sets aside for this customer, wine by wine; nothing without one. */
export function ThisRelease() {
  const timeZone = useTimeZone()
  const allocated = useAllocatedWines()
  if (allocated.length === 0) return null
  return (
    <section aria-labelledby="this-release" className={styles.release}>
      <h3 id="this-release" className={styles.kicker}>
        <Link to={paths.members('current')}>{releasesCopy.thisRelease}</Link>
      </h3>
      <dl className={styles.years}>
        {allocated.map(({ id, title, release, own, isSoldOut }) => (
          <div key={id} className={styles.year}>
            <dt className={styles.wine}>{title}</dt>
            <dd>
              {allocationSentence(own, release, timeZone, isSoldOut)}
              {isSoldOut && `, ${releasesCopy.soldOut.toLowerCase()}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
