import { whyNotInRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { WineTexts } from '#catalogue/wines/wine-texts.tsx'
import { formatPrice } from '#platform/text/money.rules.ts'
import { ReleaseAllocation } from '#storefront/release-cards/release-allocation.tsx'
import { ReleaseTexts } from '#storefront/release-cards/release-group.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'

import { releasePreviewCopy as copy } from '../release/admin-releases.copy.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import type { PreviewedWine } from './preview-release.actions.server.ts'

import cardStyles from '#storefront/release-cards/release-card.module.css'
import styles from './previewed-wines.module.css'

type Props = { release: StaffRelease; wines: readonly PreviewedWine[] }

/** What a buyer reads of the release and of each wine, as its page has it. Its buttons do nothing. */
export function PreviewedWines({ release, wines }: Props) {
  const { banner, name, text, shipsFrom } = release.fields
  return (
    <section className={styles.page} aria-label={copy.title}>
      <ReleaseTexts release={{ id: release.id, name, banner, text, shipsFrom }} />
      {wines.length === 0 && (
        <p className={classes(letters.quiet, letters.centered)}>It has no wines yet.</p>
      )}
      {wines.map((wine) => (
        <article
          key={wine.id}
          className={cardStyles.card}
          aria-label={`${wine.title}, ${wine.subtitle}`}
        >
          {isPictureName(wine.image) && (
            <Bottle
              three
              name={wine.image}
              alt={`Three bottles of ${wine.title}`}
              sizes="(width < 40rem) 9rem, 16rem"
              className={cardStyles.stage}
            />
          )}
          <div className={cardStyles.text}>
            <h3 className={cardStyles.title}>{wine.title}</h3>
            <WineTexts wine={wine} />
            <p className={cardStyles.price}>
              <Price large per={`per ${wine.subtitle}`}>
                {formatPrice(wine.priceCents)}
              </Price>
            </p>
            <ReleaseAllocation release={wine.release} />
            <Buyable release={wine.release} />
          </div>
        </article>
      ))}
    </section>
  )
}

function Buyable({ release }: { release: PreviewedWine['release'] }) {
  const whyNot = whyNotInRelease(release)
  if (whyNot === 'no-allocation')
    return (
      <Button type="button" kind="secondary">
        Request To Acquire
      </Button>
    )
  if (whyNot !== null && whyNot !== 'before-release') return null
  return (
    <Button type="button" inactive={whyNot !== null}>
      Add to cart
    </Button>
  )
}
