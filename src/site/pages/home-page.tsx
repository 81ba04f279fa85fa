import { hoursSentence } from '#catalogue/on-sale/releases.copy.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import type { Product, ReleasedProduct } from '#catalogue/wines/catalogue.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { homeCopy as copy } from '#platform/layout/home.copy.ts'
import { LandscapePicture } from '#platform/layout/landscape-picture.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { formatPrice } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, grid, letters, pageWide, ruled, stack } from '#ui/layout.ts'
import { Picture } from '#ui/picture.tsx'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'

import styles from './home-page.page.module.css'

type Releases = { current: Product | null; closed: Product[]; released: ReleasedProduct[] }

/** The landing page, also shown behind the messages over it. */
export function HomePage({ releases }: { releases: Releases }) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  const release = releases.released[0]?.release
  // Elsewhere the release's own button leads to the list.
  const asksToJoin = !isSignedIn && release && isByAllocation(release)
  return (
    <main id="content" tabIndex={-1}>
      <div className={styles.hero}>
        <LandscapePicture />
        <div className={styles.heroWords} data-hero-words>
          <p className={letters.kicker}>{copy.kicker}</p>
          <h1>{copy.title}</h1>
        </div>
        <p className={styles.banner} data-paper="dark">
          {release?.banner || copy.banner}
        </p>
      </div>
      <section className={styles.intro} aria-labelledby="intro-title">
        <img
          src="/pictures/kohue-emblem.svg"
          alt=""
          data-print="no"
          width={60}
          height={108}
          loading="lazy"
        />
        <div className={stack(2)}>
          <h2 id="intro-title" className={letters.title}>
            {copy.intro.title}
          </h2>
          {copy.intro.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <a href={paths.about()}>{copy.intro.more}</a>
        </div>
      </section>
      {release ? <OpenRelease {...releases} /> : <Release {...releases} />}
      {asksToJoin && (
        <p className={classes(letters.centered, letters.lead, styles.next)}>
          <a href={paths.join()}>{copy.next}</a>
        </p>
      )}
    </main>
  )
}

/** Whether who logs in sees what is set aside for them. */
const isByAllocation = ({ kind, phase }: ReleasedProduct['release']) =>
  kind === 'allocated' && phase !== 'before'

/** The release that is open or comes next: its wines, its hours, and who it is offered to. */
function OpenRelease({ released, closed }: Releases) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  const timeZone = useTimeZone()
  const { release } = released[0]!
  return (
    <section className={classes(pageWide, styles.release)} aria-labelledby="release-title">
      <div className={classes(grid(9, 3, 2), styles.wines)}>
        {released.map(({ id, title, image, price }) => (
          <figure key={id}>
            {isPictureName(image) && <Bottle name={image} alt={`Bottle of ${title}`} />}
            <figcaption className={stack(0)}>
              <span className={styles.wineName}>{title}</span>
              {release.phase === 'open' && <Price large>{formatPrice(price)}</Price>}
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={stack(2, { width: 34 })}>
        <p className={letters.kicker}>{copy.release.kicker}</p>
        <h2 id="release-title" className={letters.title}>
          {release.name}
        </h2>
        <p>
          {hoursSentence(release, timeZone)}
          {release.kind === 'allocated' && ` ${copy.release.byAllocation}`}
        </p>
        {release.phase === 'open' && <p className={letters.quiet}>{copy.release.perCase}</p>}
        <p className={cluster(1.5)}>
          {isSignedIn || isByAllocation(release) ? (
            <ButtonLink href={paths.members('current')}>
              {isSignedIn ? copy.release.acquire : copy.release.ownAllocation}
            </ButtonLink>
          ) : (
            <ButtonLink href={paths.join()}>{copy.release.join}</ButtonLink>
          )}
          <ButtonLink href={paths.ourWines()} kind="quiet">
            {copy.release.wines}
          </ButtonLink>
        </p>
        <Earlier closed={closed} />
      </div>
    </section>
  )
}

function Release({ current, closed }: Releases) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <section className={classes(pageWide, styles.release)} aria-labelledby="release-title">
      <Bottles current={current} />
      <div className={stack(2, { width: 34 })}>
        <p className={letters.kicker}>{copy.release.kicker}</p>
        <h2 id="release-title" className={letters.title}>
          {current?.title ?? copy.release.cadence}
        </h2>
        {current?.releaseState === 'on-sale' && (
          <p className={stack(0)}>
            <Price large>{formatPrice(current.price)}</Price>
            <span className={letters.quiet}>{copy.release.per}</span>
          </p>
        )}
        {current && <p>{copy.release.cadence}</p>}
        <p className={cluster(1.5)}>
          {isSignedIn ? (
            <ButtonLink href={paths.members('current')}>{copy.release.acquire}</ButtonLink>
          ) : (
            <ButtonLink href={paths.join()}>{copy.release.join}</ButtonLink>
          )}
          <ButtonLink href={paths.ourWines()} kind="secondary">
            {copy.release.wines}
          </ButtonLink>
        </p>
        <Earlier closed={closed} />
      </div>
    </section>
  )
}

const Earlier = ({ closed }: Pick<Releases, 'closed'>) =>
  closed.length > 0 && (
    <p className={classes(letters.note, ruled(2))}>
      {copy.release.earlier} {closed.map((product) => product.title).join(', ')}
    </p>
  )

/** The case of the release; the bottles between two of them. */
function Bottles({ current }: Pick<Releases, 'current'>) {
  if (current && isPictureName(current.image)) {
    return <Bottle three name={current.image} alt={`Three bottles of ${current.title}`} />
  }
  return (
    <Picture
      name="bottles-trio"
      alt="Three bottles of Kohue"
      sizes="(width >= 62rem) 40rem, 86vw"
    />
  )
}
