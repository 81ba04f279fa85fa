import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { offersCopy as copy } from '#checkout/offers/offers.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useFlash } from '#platform/layout/flash-notice.tsx'
import { formatPrice } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, pageWide, ruled, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page.tsx'
import { isPictureName } from '#ui/pictures.ts'
import { Price } from '#ui/price.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

import { OfferForm } from './offer-form.tsx'
import type { Offer } from './view-offer.actions.server.ts'

import styles from './offer-page.module.css'

type Props = Offer & {
  title: string
  intro: string
  /** Maximum units per order. */
  most: number
  /** The number that is chosen at first. */
  quantity: number
}

/** A wine offered directly, to everyone who has the address of this page. */
export function OfferPage(props: Props) {
  const { title, intro, product, whyClosed, isByLink, most, quantity } = props
  // Why the last checkout led back here.
  const flash = useFlash('offer')
  return (
    <main id="content" tabIndex={-1} className={classes(pageWide, styles.offer)}>
      {isPictureName(product.image) && (
        <Bottle
          name={product.image}
          alt={
            most === 1
              ? `Bottle of Kohue ${product.title}`
              : `Three bottles of Kohue ${product.title}`
          }
          three={most > 1}
          priority
        />
      )}
      <div className={classes(stack(2), styles.text)}>
        <PageHead title={title} intro={!whyClosed && intro} />
        {flash && <Notice tone={flash.tone}>{flash.sentence}</Notice>}
        <h2>{product.title}</h2>
        {/* The description of a case says its format. */}
        {most === 1 && (
          <p className={letters.quiet}>
            <Unbroken>{product.subtitle}</Unbroken>
          </p>
        )}
        <p>{product.description}</p>
        <p className={ruled(2)}>
          <Price large>{formatPrice(product.price)}</Price>
        </p>
        {whyClosed === null ? (
          <OfferForm {...{ product, most, isByLink, chosen: quantity }} />
        ) : (
          <>
            <Notice>{copy.closed[whyClosed]}</Notice>
            <p>
              <ButtonLink href={paths.join()}>{copy.join}</ButtonLink>
            </p>
          </>
        )}
      </div>
    </main>
  )
}
