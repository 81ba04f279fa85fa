import { Link, useLocation } from 'react-router'

import type { Product } from '#domain/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue.ts'
import { releaseCopy } from '#domain/copy/release.ts'
import { formatPrice } from '#domain/money.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { QuantityControl } from '#web/components/cart/quantity-control.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { isPictureName } from '#web/ui/pictures.ts'
import { Price } from '#web/ui/price.tsx'

import { AddToCart } from './add-to-cart.tsx'
import styles from './release-card.module.css'
import { RequestToAcquire } from './request-to-acquire.tsx'
import { SpecSheet } from './spec-sheet.tsx'
import { ToCart } from './to-cart.tsx'

/** The wine on sale: its picture, words, price, and the way into the cart. */
export function ReleaseCard({ product }: { product: Product }) {
  const whyNot = whyNotAdd(product)
  return (
    <article className={styles.card}>
      <div className={styles.stage}>
        {isPictureName(product.image) && (
          <Picture
            name={product.image}
            alt={`A bottle of ${product.title}`}
            sizes="(width < 50rem) 60vw, 20rem"
            priority
          />
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.kicker}>{releaseCopy.current}</p>
        <h2 className={styles.title}>
          <Year vintage={product.vintage} /> {withoutYear(product)}
        </h2>
        <div className={styles.story}>
          <p>{product.description}</p>
          {product.descriptionA && <p>{product.descriptionA}</p>}
          {product.descriptionB && <p>{product.descriptionB}</p>}
        </div>
        <p>
          <Price large per={`per ${product.subtitle}`}>
            {formatPrice(product.price)}
          </Price>
        </p>
        {whyNot === 'sold-out' ? (
          <div className={styles.buy}>
            <p className={styles.soldOut}>{releaseCopy.soldOut}</p>
            <RequestToAcquire product={product} />
          </div>
        ) : (
          <div className={styles.buy}>
            <AddToCart product={product} />
            {whyNot === null && <QuantityControl product={product} />}
          </div>
        )}
        {whyNot === null && <ToCart product={product} />}
        <SpecSheet product={product} />
      </div>
    </article>
  )
}

/** The year is a door: it asks for the word that shows what comes next. */
function Year({ vintage }: { vintage: number }) {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={addressWith(pathname, search, { ask: 'year', notice: null })}
      preventScrollReset
      className={styles.year}
    >
      {vintage}
    </Link>
  )
}

const withoutYear = ({ title, vintage }: Product) => title.replace(String(vintage), '').trim()
