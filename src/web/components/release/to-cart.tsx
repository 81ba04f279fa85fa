import { Link, useLocation } from 'react-router'

import { quantityOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { addressWith } from '#web/components/cart/page-address.ts'

import styles from './to-cart.module.css'

/** Beneath Add to cart, where the bar may be out of sight: that it is in, and the way there. */
export function ToCart({ product }: { product: Product }) {
  const { cart } = useCart()
  const { pathname, search } = useLocation()
  return (
    <p className={styles.line} role="status">
      {quantityOf(cart, product.id) > 0 && (
        <>
          {cartCopy.inCart}{' '}
          <Link
            to={addressWith(pathname, search, { cart: 'open', notice: null })}
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
