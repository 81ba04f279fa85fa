import { Fragment } from 'react'

import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'
import { hoursSentence } from '#catalogue/on-sale/releases.copy.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { ourWinesCopy as copy } from '#catalogue/wines/our-wines.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { formatPrice } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Engraving } from '#ui/engraving.tsx'
import { Icon } from '#ui/icon.tsx'
import { factLedger, letters, pageWide, stack } from '#ui/layout.ts'
import { PageHead } from '#ui/page.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

import type { Route } from './+types/ourwines.page'
import { viewReleases } from './view-releases.actions.server.ts'

import styles from './ourwines.page.module.css'

export const handle: Handle = {
  cached: 'catalogue',
  inSitemap: true,
  redirected: true,
  shared: true,
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Our wines',
    description:
      'The 2021 Malbec and the 2021 Cabernet Sauvignon of Kohue, both from Paraje Altamira, Uco Valley. Released twice a year, in spring and in fall.',
  })

type Wine = (typeof copy.wines)[number]

export const loader = ({ context }: Route.LoaderArgs) => viewReleases(context.get(servicesContext))

export default function OurWines({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  const { current, closed, released } = loaderData
  const products = current ? [current, ...closed] : closed
  return (
    <main id="content" tabIndex={-1}>
      <div className={classes(pageWide, styles.head)}>
        <PageHead title={copy.title} intro={copy.intro} />
        <OfferedNow wines={released.length > 0 ? released : current ? [current] : []} />
      </div>
      {copy.wines.map((wine, index) => (
        <Fragment key={wine.name}>
          {index > 0 && (
            <div className={styles.soil} data-print="no">
              <Engraving name="soil" preserveAspectRatio="xMidYMin slice" />
            </div>
          )}
          <article
            className={classes(pageWide, styles.wine)}
            aria-label={`${wine.name} ${wine.year}`}
          >
            <Bottle
              name={wine.picture}
              alt={`Bottle of Kohue ${wine.name} ${wine.year}`}
              priority={index === 0}
              className={styles.stage}
              sizes="(width >= 48rem) 20rem, 14rem"
            />
            <div className={classes(stack(3, { align: 'start' }), styles.text)}>
              <h2>
                {wine.name} <span className={styles.year}>{wine.year}</span>
              </h2>
              <p>{wine.text}</p>
              <Facts wine={wine} product={products.find(isOf(wine))} />
              <p>
                {isSignedIn ? (
                  <ButtonLink href={paths.members()}>{copy.acquire}</ButtonLink>
                ) : (
                  <ButtonLink href={paths.join()}>{copy.join}</ButtonLink>
                )}
              </p>
            </div>
          </article>
        </Fragment>
      ))}
    </main>
  )
}

/** One line about what is offered now; none between two releases. */
function OfferedNow({ wines }: { wines: readonly Product[] }) {
  const timeZone = useTimeZone()
  const [first] = wines
  if (!first) return null
  const isAnnounced = first.releaseState === 'announced'
  return (
    <p className={classes(letters.sans, letters.quiet, styles.offered)}>
      {isAnnounced ? copy.offeredNext : copy.offeredNow}{' '}
      <a href={paths.members('current')}>{wines.map(({ title }) => title).join(' and ')}</a>.
      {first.release && ` ${hoursSentence(first.release, timeZone)}`}
    </p>
  )
}

/** Matches the product by its spec sheet. */
const isOf = (wine: Wine) => (product: Product) => product.specSheet === wine.sheet

function Facts({ wine, product }: { wine: Wine; product: Product | undefined }) {
  return (
    <div className={styles.table}>
      <dl className={factLedger}>
        <div>
          <dt>{copy.origin}</dt>
          <dd>{copy.place}</dd>
        </div>
        <div>
          <dt>{copy.vintage}</dt>
          <dd>
            <a href={paths.pdf(wine.sheet)} target="_blank" rel="noopener">
              {wine.year}, {copy.sheet}
              <span className="visually-hidden"> {copy.newTab}</span>
              <Icon name="external" size={16} />
            </a>
          </dd>
        </div>
        {product && (
          <div>
            <dt>{copy.format}</dt>
            <dd>
              <Unbroken>{product.subtitle}</Unbroken>
            </dd>
          </div>
        )}
      </dl>
      {product && <PriceLine product={product} />}
    </div>
  )
}

/** Price of a case, or its price while the release was open. */
function PriceLine({ product }: { product: Product }) {
  const whyNot = whyNotAdd(product)
  return (
    <p className={classes(letters.quiet, styles.price)}>
      {formatPrice(product.price)} the case.{whyNot && ` ${whyNotAddSentence[whyNot]}`}
    </p>
  )
}
