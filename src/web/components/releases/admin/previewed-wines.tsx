import type { StaffRelease } from '#data/releases/staff-releases.ts'
import { releasePreviewCopy as copy } from '#domain/copy/admin-releases.ts'
import { allocationSentence, releasesCopy, stopSentence } from '#domain/copy/releases.ts'
import { writtenDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import { whyNotInRelease } from '#domain/releases/wine-release.ts'
import type { PreviewedWine } from '#use-cases/releases/preview-release.ts'
import { Bottle } from '#web/components/catalogue/bottle.tsx'
import wineStyles from '#web/components/catalogue/admin/wine.module.css'
import { Button } from '#web/ui/button.tsx'
import { isPictureName } from '#web/ui/pictures.ts'
import { UnbrokenWords } from '#web/ui/unbroken.tsx'

import styles from './release.module.css'

type Props = { release: StaffRelease; wines: readonly PreviewedWine[]; timeZone: string }

/** What a buyer reads of the release and of each wine. Its buttons do nothing. */
export function PreviewedWines({ release, wines, timeZone }: Props) {
  const { banner, announcement, text, shipsFrom } = release.fields
  return (
    <div className={styles.figures}>
      <section className={styles.part} aria-label={copy.title}>
        {banner && <p className={styles.quiet}>{banner}</p>}
        <h2>{release.fields.name}</h2>
        {announcement && <p>{announcement}</p>}
        {text.split(/\n\s*\n/).map((paragraph) => paragraph && <p key={paragraph}>{paragraph}</p>)}
        {shipsFrom && <p>{releasesCopy.shipsFrom(writtenDate(shipsFrom))}</p>}
      </section>
      {wines.length === 0 && <p>{copy.noWines}</p>}
      {wines.map((wine) => (
        <article key={wine.id} className={wineStyles.top} aria-label={wine.title}>
          {isPictureName(wine.image) && (
            <Bottle
              name={wine.image}
              alt={wine.title}
              sizes="12rem"
              className={wineStyles.bottle}
            />
          )}
          <div className={styles.part}>
            <h3>{wine.title}</h3>
            <p>
              {formatPrice(wine.priceCents)} per <UnbrokenWords text={wine.subtitle} />
            </p>
            <Buyable release={wine.release} timeZone={timeZone} />
          </div>
        </article>
      ))}
    </div>
  )
}

function Buyable({ release, timeZone }: { release: PreviewedWine['release']; timeZone: string }) {
  const whyNot = whyNotInRelease(release)
  return (
    <>
      {release.own && (
        <p>
          {releasesCopy.yourAllocation}: {allocationSentence(release.own, release, timeZone)}
        </p>
      )}
      {whyNot !== null && <p>{stopSentence(release, timeZone)}</p>}
      {(whyNot === null || whyNot === 'before-release') && (
        <div className={styles.ways}>
          <Button type="button" inactive={whyNot !== null}>
            {copy.addToCart}
          </Button>
        </div>
      )}
      {whyNot === 'no-allocation' && (
        <div className={styles.ways}>
          <Button type="button" kind="secondary">
            {copy.request}
          </Button>
        </div>
      )}
    </>
  )
}
