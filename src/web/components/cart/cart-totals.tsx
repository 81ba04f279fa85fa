import { cartCopy } from '#domain/copy/cart.ts'
import { formatAmount } from '#domain/money.ts'
import { shippingMethodName } from '#domain/shipping.ts'

import { useCart } from './cart-provider.tsx'
import styles from './cart-totals.module.css'

/** Subtotal, shipping, tax and total. Read out as they change. */
export function CartTotals() {
  const { cart, totals, taxPercent } = useCart()
  return (
    <dl className={styles.totals} aria-live="polite">
      <Row term={cartCopy.subtotal} value={formatAmount(totals.subtotal)} />
      <Row
        term={
          cart.shipping
            ? `${cartCopy.shippingCost}, ${shippingMethodName[cart.shipping]}`
            : cartCopy.shippingCost
        }
        value={totals.shipping === null ? cartCopy.notChosen : formatAmount(totals.shipping)}
      />
      <Row term={cartCopy.tax(taxPercent)} value={formatAmount(totals.tax)} />
      <Row term={cartCopy.total} value={formatAmount(totals.total)} last />
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
