import { cartCopy, shipToSentence } from '#domain/copy/cart.ts'
import { needsAddress } from '#domain/cart/shipping.ts'
import { paths } from '#domain/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Why the wine can't be shipped to the user's address, and a link to the address form. */
export function ShipToReason() {
  const { cart, shipToProblem } = useCart()
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!shipToProblem || !isCarried) return null
  return (
    <Notice tone="info">
      <p>{shipToSentence[shipToProblem]}</p>
      <p>
        <a href={paths.members('account', { edit: 'shipping' })}>{cartCopy.fixAddress}</a>
      </p>
    </Notice>
  )
}
