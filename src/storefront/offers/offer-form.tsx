import { ShippingPolicyLink } from '#catalogue/destinations/shipping-policy.tsx'
import { shippingTiers } from '#catalogue/destinations/shipping.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { offersCopy as copy } from '#checkout/offers/offers.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'

import styles from './offer-form.module.css'

type Props = {
  product: Pick<Product, 'id' | 'price'>
  most: number
  isByLink: boolean
  /** The number that is chosen at first. */
  chosen: number
}

const quantities = shippingTiers

/**
 * Quantity, total and Checkout: a plain form to the direct checkout. The totals of all quantities
 * are in the page and CSS shows the chosen one, so it works without script.
 */
export function OfferForm({ product, most, isByLink, chosen }: Props) {
  return (
    <form
      method="post"
      action={paths.createDirectCheckoutSession()}
      className={classes(stack(2.5, { text: 'sans' }), styles.form)}
    >
      <input type="hidden" name="product" value={product.id} />
      {most === 1 || isByLink ? (
        <input type="hidden" name="quantity" value="1" />
      ) : (
        <>
          <fieldset className={classes(cluster(1), styles.quantities)}>
            <legend className={letters.small}>{copy.offering.quantity}</legend>
            {quantities.map((quantity) => (
              <label key={quantity}>
                <input
                  type="radio"
                  name="quantity"
                  value={quantity}
                  defaultChecked={quantity === chosen}
                />
                {quantity}
              </label>
            ))}
          </fieldset>
          <p className={classes(letters.figures, styles.total)} aria-live="polite">
            <span className={letters.quiet}>{copy.total}</span>
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
      <p className={letters.small}>
        {isByLink ? copy.whatFollowsByLink : copy.whatFollows} <ShippingPolicyLink />
      </p>
    </form>
  )
}
