import type { Product } from '#domain/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue.ts'
import { ourWinesCopy as copy } from '#domain/copy/our-wines.ts'
import { whyNotAddSentence } from '#domain/copy/release.ts'
import { formatPrice } from '#domain/money.ts'
import { useHouse } from '#web/components/house.ts'
import { StandingBottle } from '#web/components/standing-bottle.tsx'
import { shopContext } from '#web/context.ts'
import type { Handle } from '#web/handle.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'

import type { Route } from './+types/ourwines'
import styles from './ourwines.module.css'

export const handle: Handle = { shared: true }

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'ourWines')

type Wine = (typeof copy.wines)[number]

export const loader = ({ context }: Route.LoaderArgs) => context.get(shopContext).viewReleases()

export default function OurWines({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useHouse()?.viewer)
  const { current, closed } = loaderData
  const products = current ? [current, ...closed] : closed
  return (
    <Page title={copy.title} intro={copy.intro}>
      {copy.wines.map((wine, index) => (
        <article key={wine.name} className={styles.wine} aria-label={`${wine.name} ${wine.year}`}>
          <StandingBottle
            name={wine.picture}
            alt={`Bottle of Kohue ${wine.name} ${wine.year}`}
            priority={index === 0}
          />
          <div className={styles.words}>
            <h2>{wine.name}</h2>
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
      ))}
    </Page>
  )
}

/** The wine as it is sold: the one whose sheet this is. */
const isOf = (wine: Wine) => (product: Product) => product.specSheet === wine.sheet

function Facts({ wine, product }: { wine: Wine; product: Product | undefined }) {
  return (
    <dl className={styles.facts}>
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
      <div>
        <dt>{copy.release}</dt>
        <dd>{copy.cadence}</dd>
      </div>
      {product && <AsSold product={product} />}
    </dl>
  )
}

function AsSold({ product }: { product: Product }) {
  const whyNot = whyNotAdd(product)
  return (
    <>
      <div>
        <dt>{copy.format}</dt>
        <dd>{product.subtitle}</dd>
      </div>
      <div>
        <dt>{copy.price}</dt>
        <dd>
          <Price>{formatPrice(product.price)}</Price>
          {whyNot && <p className={styles.whyNot}>{whyNotAddSentence[whyNot]}</p>}
        </dd>
      </div>
    </>
  )
}
