import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { lineTotal } from '#checkout/cart/cart.rules.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { classes } from '#ui/classes.ts'
import { card, ends, letters, stack } from '#ui/layout.ts'

import { Shortage } from './cart-lines.tsx'
import { useCart } from './cart-provider.tsx'
import { CartTotals } from './cart-totals.tsx'

/** The cart's lines, read-only, and what to do with them (`children`); they are changed in the panel. */
export function CartSummary({ children }: { children?: ReactNode }) {
  const { cart } = useCart()
  const { pathname, search } = useLocation()
  if (cart.lines.length === 0) return null
  return (
    <section
      className={classes(stack(2, { width: 34, text: 'tight' }), card)}
      aria-labelledby="cart-summary"
    >
      <h2 id="cart-summary" className={letters.subheading}>
        {cartCopy.title}
      </h2>
      <CartLinesRead />
      <CartTotals />
      {children}
      <Link
        to={urlWith(pathname, search, { cart: 'open' })}
        preventScrollReset
        className={letters.more}
      >
        {cartCopy.openCart}
      </Link>
    </section>
  )
}

/** The cart's wines with their prices, read-only. */
export function CartLinesRead() {
  const { cart, products } = useCart()
  return (
    <ul className={stack(1)}>
      {cart.lines.map((line) => {
        const product = products.find(({ id }) => id === line.productId)
        return (
          <li key={line.productId} className={classes(ends(2), letters.figures)}>
            <div>
              {line.quantity} × {product?.titleCart}
              {product && <Shortage wanted={line.quantity} product={product} />}
            </div>
            <span>{formatAmount(lineTotal(line))}</span>
          </li>
        )
      })}
    </ul>
  )
}
