import { useLocation } from 'react-router'

import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy, whyNotCheckoutSentence } from '#checkout/cart/cart.copy.ts'
import { accountFormFrom } from '#platform/http/address-return.ts'
import { Notice } from '#ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Why the wine can't be sent to the user, and a link to the form that mends it. */
export function ShipToReason() {
  const { cart, shipToProblem } = useCart()
  const { pathname } = useLocation()
  const isNameless = shipToProblem === 'no-name'
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!shipToProblem || !(isNameless || isCarried)) return null
  return (
    <Notice tone="info">
      <p>{whyNotCheckoutSentence[shipToProblem]}</p>
      <p>
        <a href={accountFormFrom(pathname, isNameless ? 'personal' : 'shipping')}>
          {isNameless ? cartCopy.fixName : cartCopy.fixAddress}
        </a>
      </p>
    </Notice>
  )
}
