import { destinationLines } from '#domain/cart/destination-lines.ts'
import { cardCopy } from '#domain/copy/card.ts'
import { cartCopy, handoverNote } from '#domain/copy/cart.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { CartSummary } from '#web/components/cart/cart-summary.tsx'
import { Destination } from '#web/components/cart/destination.tsx'
import { ShipToReason } from '#web/components/cart/ship-to-reason.tsx'
import { ShippingChoice } from '#web/components/cart/shipping-choice.tsx'
import { CheckoutForm } from '#checkout/checkout-form.tsx'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { requestContext, shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/ship'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'

import styles from './ship.module.css'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, cartCopy.shipping)

export async function loader({ context }: Route.LoaderArgs) {
  const { placeholders } = context.get(requestContext)
  const shipTo = await context.get(shopContext).viewShipTo(memberOf(context))
  return { to: shipTo && placeholders.of(destinationLines(shipTo)) }
}

export const shouldRevalidate = unlessOnlyPanel

/** How the cart travels and where to, beside what is in it and what it comes to. */
export default function ShipPage({ loaderData }: Route.ComponentProps) {
  const { cart } = useCart()
  const isEmpty = cart.lines.length === 0
  return (
    <MembersPage
      title={cartCopy.shipping}
      intro={isEmpty ? cartCopy.empty : handoverNote(cart.shipping)}
    >
      {isEmpty ? (
        <ButtonLink href={paths.members('current')}>{cartCopy.startShopping}</ButtonLink>
      ) : (
        <div className={styles.choice}>
          <div className={styles.shipping}>
            <ShippingChoice />
            <ShipToReason />
            <Destination to={loaderData.to} />
          </div>
          <CartSummary>
            <CheckoutForm />
            <p className={styles.byCard}>
              {/* No soft navigation: the page's policy allows the provider's script. */}
              <a href={paths.card()}>{cardCopy.fromCart}</a>
            </p>
          </CartSummary>
        </div>
      )}
    </MembersPage>
  )
}
