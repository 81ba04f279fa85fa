import { useLocation } from 'react-router'

import { namingState } from '#catalogue/destinations/ship-to.copy.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy, whyNotCheckoutSentence } from '#checkout/cart/cart.copy.ts'
import { personProblems } from '#checkout/cart/cart.rules.ts'
import { accountFormFrom } from '#platform/http/address-return.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { Notice } from '#ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Why the wine can't be sent to the user, and a link to the form that mends it. */
export function ShipToReason() {
  const { cart, shipToProblem, shipToState } = useCart()
  const { pathname } = useLocation()
  const personal = isOneOf(personProblems, shipToProblem) ? shipToProblem : null
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!shipToProblem || !(personal || isCarried)) return null
  return (
    <Notice tone="info">
      <p>{namingState(whyNotCheckoutSentence[shipToProblem], shipToState)}</p>
      <p>
        <a href={accountFormFrom(pathname, personal ? 'personal' : 'shipping')}>
          {personal ? cartCopy.fixPerson[personal] : cartCopy.fixAddress}
        </a>
      </p>
    </Notice>
  )
}
