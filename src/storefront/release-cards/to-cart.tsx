import { Link, useLocation } from 'react-router'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { quantityOf } from '#checkout/cart/cart.rules.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'

import { useCart } from '../cart/cart-provider.tsx'

import styles from './to-cart.module.css'

/** Below Add to cart, for when the bar is out of sight: confirmation and a link to the cart. */
export function ToCart({ product }: { product: Product }) {
  const { cart } = useCart()
  const { pathname, search } = useLocation()
  return (
    <p
      className={classes(cluster([0, 1], { text: 'tight' }), letters.quiet, styles.line)}
      role="status"
    >
      {quantityOf(cart, product.id) > 0 && (
        <>
          {cartCopy.inCart}{' '}
          <Link
            to={urlWith(pathname, search, { cart: 'open' })}
            preventScrollReset
            className={styles.link}
          >
            {cartCopy.openCart}
          </Link>
        </>
      )}
    </p>
  )
}
