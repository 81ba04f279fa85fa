import { cartCopy } from '#domain/copy/cart.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { CartTotals } from '#web/components/cart/cart-totals.tsx'
import { ShipToReason } from '#web/components/cart/ship-to-reason.tsx'
import { ShippingChoice } from '#web/components/cart/shipping-choice.tsx'
import { CheckoutForm } from '#web/components/cart/checkout-form.tsx'
import { MembersPage } from '#web/components/members/members-page.tsx'
import { requireMember } from '#web/guards.ts'
import type { Handle } from '#web/handle.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'

import type { Route } from './+types/ship'
import styles from './ship.module.css'

export const handle: Handle = { interactive: true, shared: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = () => [{ title: `${cartCopy.shipping} · Kohue` }]

/** The panel's choice of shipping as a page of its own. */
export default function ShipPage() {
  const { cart } = useCart()
  const isEmpty = cart.lines.length === 0
  return (
    <MembersPage title={cartCopy.shipping} intro={isEmpty ? cartCopy.empty : cartCopy.signature}>
      {isEmpty ? (
        <ButtonLink href={paths.members('current')}>{cartCopy.startShopping}</ButtonLink>
      ) : (
        <div className={styles.choice}>
          <ShippingChoice />
          <ShipToReason />
          <CartTotals />
          <CheckoutForm />
        </div>
      )}
    </MembersPage>
  )
}
