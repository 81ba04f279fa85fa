import { useLocation } from 'react-router'

import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { personProblems } from '#checkout/cart/cart.rules.ts'
import { accountFormFrom } from '#platform/http/address-return.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { Notice } from '#ui/notice.tsx'

import { useCart } from './cart-provider.tsx'
import { whyNotText } from './why-not-text.ts'

/** What is mended among one's own details, not at the address. */
const mendedByPerson = [...personProblems, 'birthdate-needed'] as const
/** What is mended in the cart itself. */
const mendedInCart = ['order-too-large', 'over-volume'] as const

/**
 * Why the wine can't be sent to the user, and a link to the form that mends it; or how near the limit of their state
 * is.
 */
export function ShipToReason() {
  const cartView = useCart()
  const { cart, shipToProblem, stateSays } = cartView
  const { pathname } = useLocation()
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!isCarried && !isOneOf(personProblems, shipToProblem)) return null
  if (!shipToProblem) return stateSays ? <Notice tone="info">{stateSays}</Notice> : null
  const personal = isOneOf(mendedByPerson, shipToProblem) ? shipToProblem : null
  return (
    <Notice tone="info">
      <p>{whyNotText(shipToProblem, cartView)}</p>
      {!isOneOf(mendedInCart, shipToProblem) && (
        <p>
          <a href={accountFormFrom(pathname, personal ? 'personal' : 'shipping')}>
            {personal ? cartCopy.fixPerson[personal] : cartCopy.fixAddress}
          </a>
        </p>
      )}
    </Notice>
  )
}
