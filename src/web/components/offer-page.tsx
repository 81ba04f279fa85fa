import type { Product } from '#domain/catalogue.ts'
import { offersCopy as copy } from '#domain/copy/offers.ts'
import { formatPrice } from '#domain/money.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { isPictureName } from '#web/ui/pictures.ts'
import { Price } from '#web/ui/price.tsx'

import { OfferForm } from './offer-form.tsx'
import styles from './offer-page.module.css'
import { StandingBottle } from './standing-bottle.tsx'

type Props = {
  title: string
  intro: string
  /** What the price buys. */
  per: string
  product: Product
  isOpen: boolean
  /** Most units of one order. */
  most: 1 | 3
  /** Why the last attempt at checkout led back here. */
  notice?: string | null
}

/** A wine offered directly, to whoever has the address of this page. */
export function OfferPage({ title, intro, per, product, isOpen, most, notice }: Props) {
  return (
    <main id="content" tabIndex={-1} className={styles.offer}>
      {isPictureName(product.image) && (
        <StandingBottle name={product.image} alt={`Bottle of Kohue ${product.title}`} priority />
      )}
      <div className={styles.words}>
        <PageHead title={title} intro={intro} />
        {notice && <Notice tone="bad">{notice}</Notice>}
        <h2>{product.title}</h2>
        <p className={styles.subtitle}>{product.subtitle}</p>
        <p>{product.description}</p>
        <p className={styles.price}>
          <Price large>{formatPrice(product.price)}</Price> <span>{per}</span>
        </p>
        {isOpen ? (
          <OfferForm product={product} most={most} />
        ) : (
          <>
            <Notice>{copy.gone}</Notice>
            <p>
              <ButtonLink href={paths.join()}>{copy.join}</ButtonLink>
            </p>
          </>
        )}
      </div>
    </main>
  )
}
