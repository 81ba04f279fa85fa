import { useLocation } from 'react-router'

import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { addressFormFrom } from '#platform/http/address-return.ts'
import { Notice } from '#ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Why the wine can't be shipped to the user's address, and a link to the address form. */
export function ShipToReason() {
  const { cart, shipToProblem } = useCart()
  const { pathname } = useLocation()
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!shipToProblem || !isCarried) return null
  return (
    <Notice tone="info">
      <p>{shipToSentence[shipToProblem]}</p>
      <p>
        <a href={addressFormFrom(pathname)}>{cartCopy.fixAddress}</a>
      </p>
    </Notice>
  )
}
