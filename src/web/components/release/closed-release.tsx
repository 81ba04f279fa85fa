import type { Product } from '#domain/catalogue.ts'
import { releaseCopy } from '#domain/copy/release.ts'
import { formatPrice } from '#domain/money.ts'
import { Picture } from '#web/ui/picture.tsx'
import { isPictureName } from '#web/ui/pictures.ts'
import { Price } from '#web/ui/price.tsx'

import styles from './closed-release.module.css'
import { RequestToAcquire } from './request-to-acquire.tsx'
import { SpecSheet } from './spec-sheet.tsx'

/** A release that is sold and closed: to look at, and to ask for. */
export function ClosedRelease({ product }: { product: Product }) {
  return (
    <article className={styles.card}>
      <div className={styles.stage}>
        {isPictureName(product.image) && (
          <Picture name={product.image} alt="" sizes="(width < 40rem) 40vw, 14rem" />
        )}
      </div>
      <div className={styles.words}>
        <h3>{product.title}</h3>
        <p className={styles.state}>{releaseCopy.closed}</p>
        <p>
          <Price per={`per ${product.subtitle}`}>{formatPrice(product.price)}</Price>
        </p>
        <div className={styles.ways}>
          <RequestToAcquire product={product} />
          <SpecSheet product={product} />
        </div>
      </div>
    </article>
  )
}
