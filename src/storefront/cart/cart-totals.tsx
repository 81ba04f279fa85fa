import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import type { Cart, Totals } from '#checkout/cart/cart.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { classes } from '#ui/classes.ts'
import { ends, letters, stack } from '#ui/layout.ts'

import { useCart } from './cart-provider.tsx'

import styles from './cart-totals.module.css'

/** The sums of the cart, in a live region. */
export function CartTotals() {
  return (
    <>
      <CartSums />
      <ChargedTotal />
    </>
  )
}

/** Those that the last one is made of. */
export function CartSums() {
  const { cart, totals, taxPercent } = useCart()
  return (
    <dl className={classes(stack(1, { text: 'tight' }), letters.figures)} aria-live="polite">
      <Row term={cartCopy.subtotal} value={formatAmount(totals.subtotal)} />
      <Row
        term={cart.shipping ? shippingMethodName[cart.shipping] : cartCopy.shippingCost}
        value={shippingOf(cart, totals)}
      />
      {totals.shipping !== null && <Row term={cartCopy.total} value={formatAmount(totals.total)} />}
      <Row term={cartCopy.tax(taxPercent)} value={formatAmount(totals.tax)} />
    </dl>
  )
}

function shippingOf(cart: Cart, totals: Totals): string {
  if (totals.shipping !== null) return formatAmount(totals.shipping)
  return cart.shipping ? cartCopy.notForSoMany : cartCopy.notChosen
}

/** What will be charged; `stacked` under its name, beside a button. */
export function ChargedTotal({ stacked = false }: { stacked?: boolean }) {
  const { totals } = useCart()
  return (
    <dl
      className={classes(
        letters.figures,
        stacked ? styles.stacked : classes(ends(2), styles.total),
      )}
      aria-live="polite"
    >
      {/* Without a method nobody knows yet what will be charged. */}
      <dt>{totals.shipping === null ? cartCopy.soFar : cartCopy.charged}</dt>
      <dd>{formatAmount(totals.charged)}</dd>
    </dl>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div className={classes(ends(2), letters.small)}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
