import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { letters, stack } from '#ui/layout.ts'
import { classes } from '#ui/classes.ts'

import { useCart } from './cart-provider.tsx'
import styles from './cart-totals.module.css'

/** The sums of the cart, in a live region. */
export function CartTotals() {
  const { cart, totals, taxPercent } = useCart()
  return (
    <dl className={classes(stack(1, { text: 'tight' }), letters.figures)} aria-live="polite">
      <Row term={cartCopy.subtotal} value={formatAmount(totals.subtotal)} />
      <Row
        term={
          cart.shipping
            ? `${cartCopy.shippingCost}, ${shippingMethodName[cart.shipping]}`
            : cartCopy.shippingCost
        }
        value={totals.shipping === null ? cartCopy.notChosen : formatAmount(totals.shipping)}
      />
      {totals.shipping !== null && <Row term={cartCopy.total} value={formatAmount(totals.total)} />}
      <Row term={cartCopy.tax(taxPercent)} value={formatAmount(totals.tax)} />
      <Row
        // Without a method nobody knows yet what will be charged.
        term={totals.shipping === null ? cartCopy.soFar : cartCopy.charged}
        value={formatAmount(totals.charged)}
        last
      />
    </dl>
  )
}

function Row({ term, value, last = false }: { term: string; value: string; last?: boolean }) {
  return (
    <div className={last ? styles.total : styles.row}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
