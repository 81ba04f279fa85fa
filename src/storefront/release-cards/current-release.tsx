import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { classes } from '#ui/classes.ts'
import { stack } from '#ui/layout.ts'

import { useCart } from '../cart/cart-provider.tsx'
import { BeforeYouBuy } from './before-you-buy.tsx'
import { ClosedRelease } from './closed-release.tsx'
import { PreviewCard } from './preview-card.tsx'
import type { Preview } from './preview.actions.server.ts'
import { ReleaseCard } from './release-card.tsx'
import { byRelease, ReleaseGroup } from './release-group.tsx'
import { SecretPrompt } from './secret-prompt.tsx'

import styles from './current-release.module.css'

/**
 * The shop: the release on sale and the closed ones. `preview` is the coming release, once the
 * login session has opened it.
 */
export function CurrentRelease({ preview }: { preview: Preview | null }) {
  const { products } = useCart()
  const current = products.filter(({ releaseState }) => releaseState !== 'closed')
  const closed = products.filter(({ releaseState }) => releaseState === 'closed')
  const releases = byRelease(current)
  const others = current.filter(({ release }) => !release)
  return (
    <div className={styles.shop}>
      {releases.length === 0 && <p className={styles.banner}>{releaseCopy.banner}</p>}
      {releases.map((wines) => (
        <ReleaseGroup key={wines[0]!.release.id} products={wines} />
      ))}
      {releases.length > 0 && others.length > 0 && (
        <p className={classes(styles.banner, styles.next)}>{releaseCopy.banner}</p>
      )}
      {others.map((product) => (
        <ReleaseCard key={product.id} product={product} />
      ))}
      <BeforeYouBuy />
      {preview && <PreviewCard wine={preview} />}
      {closed.length > 0 && (
        <section className={stack(4)} aria-labelledby="closed-releases">
          <h2 id="closed-releases" className={styles.heading}>
            {releaseCopy.closedTitle}
          </h2>
          <div className={styles.cards}>
            {closed.map((product) => (
              <ClosedRelease key={product.id} product={product} />
            ))}
          </div>
        </section>
      )}
      <SecretPrompt />
    </div>
  )
}
