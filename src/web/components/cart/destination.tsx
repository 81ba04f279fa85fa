import { useLocation } from 'react-router'

import { needsAddress } from '#domain/cart/shipping.ts'
import { cardCopy } from '#domain/copy/card.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { stateName } from '#domain/us-states.ts'
import type { CardPanel } from '#use-cases/checkout/view-card-panel.ts'

import { addressFormFrom } from '#web/address-return.ts'

import { useCart } from './cart-provider.tsx'
import styles from './destination.module.css'

type Props = Pick<CardPanel, 'shipTo'> & {
  /** Also before a method is chosen; such a page is rendered for each person. */
  beforeChoice?: boolean
}

/** Where the wine goes, once the method chosen needs an address that it may go to. */
export function Destination({ shipTo, beforeChoice = false }: Props) {
  const { cart, shipToProblem } = useCart()
  const { pathname } = useLocation()
  if (!shipTo || shipToProblem) return null
  if (cart.shipping === null ? !beforeChoice : !needsAddress(cart.shipping)) return null
  const { line1, line2, city, state, postalCode } = shipTo.address
  return (
    <div className={styles.destination}>
      <p className={styles.quiet}>{cardCopy.goesTo}</p>
      <p>
        {shipTo.name}
        <br />
        {line1}
        {line2 && `, ${line2}`}
        <br />
        {city}, {stateName(state)} {postalCode}
      </p>
      <p className={styles.quiet}>{cartCopy.signature}</p>
      <a href={addressFormFrom(pathname)}>{cardCopy.changeAddress}</a>
    </div>
  )
}
