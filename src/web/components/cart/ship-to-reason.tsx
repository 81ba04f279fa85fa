import { cartCopy, shipToSentence } from '#domain/copy/cart.ts'
import { needsAddress } from '#domain/shipping.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Why the wine can't go to the member's address, and the way to the address. */
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
