import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { SpecSheet } from '#catalogue/sheets/spec-sheet.tsx'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import { cluster, letters, stack } from '#ui/layout.ts'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'

import { RequestToAcquire } from './request-to-acquire.tsx'

import styles from './closed-release.module.css'

/** A closed release: view only, with a request button. */
export function ClosedRelease({ product }: { product: Product }) {
  return (
    <article className={styles.card}>
      {isPictureName(product.image) && (
        <Bottle
          name={product.image}
          alt=""
          sizes="(width < 40rem) 40vw, 9rem"
          className={styles.stage}
        />
      )}
      <div className={stack(1.5, { align: 'start' })}>
        <h3>{product.title}</h3>
        <p className={letters.note}>{releaseCopy.closed}</p>
        <p>
          <Price large per={`per ${product.subtitle}`}>
            {formatPrice(product.price)}
          </Price>
        </p>
        <div className={cluster([1, 3])}>
          <RequestToAcquire product={product} />
          <SpecSheet product={product} />
        </div>
      </div>
    </article>
  )
}
