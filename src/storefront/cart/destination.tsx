import { useLocation } from 'react-router'

import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { cardCopy } from '#checkout/card/card.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { Lines } from '#platform/address/lines.tsx'
import { accountFormFrom } from '#platform/http/address-return.ts'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'

import { useCart } from './cart-provider.tsx'

type Props = {
  /** Its lines, shown as they stand; null without an address. */
  to: readonly string[] | null
  /** Also before a method is chosen. */
  beforeChoice?: boolean
}

/** Where the wine goes, once the method chosen needs an address that it may go to. */
export function Destination({ to, beforeChoice = false }: Props) {
  const { cart, shipToProblem } = useCart()
  const { pathname } = useLocation()
  if (!to || shipToProblem) return null
  if (cart.shipping === null ? !beforeChoice : !needsAddress(cart.shipping)) return null
  return (
    <div className={classes(stack(0.5, { align: 'start', text: 'anywhere' }), letters.sans)}>
      <p className={letters.note}>{cardCopy.goesTo}</p>
      <p>
        <Lines of={to} />
      </p>
      <p className={letters.note}>{cartCopy.signature}</p>
      <a href={accountFormFrom(pathname, 'shipping')}>{cardCopy.changeAddress}</a>
    </div>
  )
}
