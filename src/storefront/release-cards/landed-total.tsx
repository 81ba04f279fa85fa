import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { quantityOf, totalsOf } from '#checkout/cart/cart.rules.ts'
import { landedSentence } from '#checkout/purchase.copy.ts'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'

import { useCart } from '../cart/cart-provider.tsx'

/**
 * What an order of this wine comes to in all, as it is charged: for a visitor with an address that is
 * served and nothing else in the cart. Ground shipping, until a method is chosen.
 */
export function LandedTotal({ product }: { product: Product }) {
  const { cart, taxPercent, shipToProblem, shipToState } = useCart()
  const quantity = quantityOf(cart, product.id)
  const method = cart.shipping ?? 'ground'
  if (quantity === 0 || cart.lines.length > 1) return null
  if (shipToProblem && (needsAddress(method) || shipToProblem === 'no-address')) return null
  const totals = totalsOf({ ...cart, shipping: method }, taxPercent)
  if (totals.shipping === null) return null
  return (
    <p className={classes(letters.tight, letters.figures)} aria-live="polite">
      {landedSentence({ quantity, method, state: shipToState, cents: totals.charged })}
    </p>
  )
}
