import { Link, useLocation } from 'react-router'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { SpecSheet } from '#catalogue/sheets/spec-sheet.tsx'
import type { Product, WhyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { WineTexts } from '#catalogue/wines/wine-texts.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'

import { QuantityControl } from '../cart/quantity-control.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { AskForMore } from './ask-for-more.tsx'
import { LandedTotal } from './landed-total.tsx'
import { ReleaseAllocation } from './release-allocation.tsx'
import { RequestToAcquire } from './request-to-acquire.tsx'
import { ToCart } from './to-cart.tsx'

import styles from './release-card.module.css'

/** The wine on sale: picture, text, price, and Add to cart. */
export function ReleaseCard({ product }: { product: Product }) {
  const whyNot = whyNotAdd(product)
  const { release } = product
  const texts = <WineTexts wine={product} />
  const allocation = release && (
    <ReleaseAllocation release={release} isSoldOut={whyNot === 'sold-out'} />
  )
  // What is set aside for this customer comes first, and the button with it.
  const isAllocated = Boolean(release?.own)
  return (
    <article id={`wine-${product.id}`} className={classes(styles.card, release && styles.released)}>
      {isPictureName(product.image) && (
        <Bottle
          three
          priority
          name={product.image}
          alt={`Three bottles of ${product.title}`}
          sizes="(width < 40rem) 9rem, 16rem"
          className={styles.stage}
        />
      )}
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Year vintage={product.vintage} /> {withoutYear(product)}
        </h2>
        {!isAllocated && texts}
        {isAllocated && allocation}
        <p className={isAllocated ? undefined : styles.price}>
          <Price large per={`per ${product.subtitle}`}>
            {formatPrice(product.price)}
          </Price>
        </p>
        {release && (
          <>
            {!isAllocated && allocation}
            <LandedTotal product={product} />
          </>
        )}
        <div className={classes(cluster(2, { align: 'start' }), styles.buy)}>
          <Buttons product={product} whyNot={whyNot} />
          <SpecSheet product={product} />
          {whyNot === null && <ToCart product={product} />}
        </div>
        {isAllocated && texts}
        {release && <AskForMore product={{ ...product, release }} />}
      </div>
    </article>
  )
}

function Buttons({ product, whyNot }: { product: Product; whyNot: WhyNotAdd | null }) {
  // Each is said above; a button would promise what it can't do.
  if (whyNot && ['paused', 'allocation-used', 'before-release'].includes(whyNot)) return null
  if (whyNot === 'no-allocation') return <RequestToAcquire product={product} />
  if (whyNot === 'sold-out') {
    return (
      <>
        <p className={styles.soldOut}>{releaseCopy.soldOut}</p>
        <RequestToAcquire product={product} />
      </>
    )
  }
  return (
    <>
      <AddToCart product={product} />
      {whyNot === null && <QuantityControl product={product} />}
    </>
  )
}

/** Opens the prompt for the secret word, which unlocks the preview. */
function Year({ vintage }: { vintage: number }) {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={urlWith(pathname, search, { ask: 'year' })}
      preventScrollReset
      className={styles.year}
    >
      {vintage}
    </Link>
  )
}

const withoutYear = ({ title, vintage }: Product) => title.replace(String(vintage), '').trim()
