import type { Product } from '#domain/catalogue.ts'
import { offersCopy as copy } from '#domain/copy/offers.ts'
import { formatAmount } from '#domain/money.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './offer-form.module.css'
import { ShippingPolicyLink } from './shipping-policy.tsx'

type Props = { product: Pick<Product, 'id' | 'price'>; most: 1 | 3 }

const quantities = [1, 2, 3] as const

/**
 * How many, what it comes to, and Checkout: a plain form to the direct checkout. The total of each
 * quantity is in the page and the styles show the chosen one, so it needs no script.
 */
export function OfferForm({ product, most }: Props) {
  return (
    <form method="post" action={paths.createDirectCheckoutSession()} className={styles.form}>
      <input type="hidden" name="product" value={product.id} />
      {most === 1 ? (
        <input type="hidden" name="quantity" value="1" />
      ) : (
        <>
          <fieldset className={styles.quantities}>
            <legend>{copy.offering.quantity}</legend>
            {quantities.map((quantity) => (
              <label key={quantity}>
                <input
                  type="radio"
                  name="quantity"
                  value={quantity}
                  defaultChecked={quantity === 1}
                />
                {quantity}
              </label>
            ))}
          </fieldset>
          <p className={styles.total} aria-live="polite">
            <span>{copy.total}</span>
            {quantities.map((quantity) => (
              <b key={quantity} data-for={quantity}>
                {formatAmount(product.price)} × {quantity} ={' '}
                {formatAmount(product.price * quantity)}
              </b>
            ))}
          </p>
        </>
      )}
      <Button>{copy.checkout}</Button>
      <p className={styles.small}>
        {copy.whatFollows} <ShippingPolicyLink />
      </p>
    </form>
  )
}
