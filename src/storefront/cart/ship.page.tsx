import { cardCopy } from '#checkout/card/card.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { viewShipTo } from '#checkout/view-ship-to.actions.server.ts'
import { requestContext, servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'

import type { Route } from './+types/ship.page'
import { useCart } from './cart-provider.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { Destination } from './destination.tsx'
import { ShipToReason } from './ship-to-reason.tsx'
import { ShippingChoice } from './shipping-choice.tsx'
import { TooMany } from './too-many.tsx'

import styles from './ship.page.module.css'

const title = 'Shipping'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

export async function loader({ context }: Route.LoaderArgs) {
  const { placeholders } = context.get(requestContext)
  const shipTo = await viewShipTo(context.get(servicesContext), memberOf(context))
  return { to: shipTo && placeholders.of(shipTo) }
}

export const shouldRevalidate = unlessOnlyPanel

/** How the cart travels and where to, beside what is in it and what it comes to. */
export default function ShipPage({ loaderData }: Route.ComponentProps) {
  const { cart } = useCart()
  const isEmpty = cart.lines.length === 0
  return (
    <MembersPage
      title={title}
      // Of a delivery, it stands below the address.
      intro={!isEmpty && cart.shipping === 'pickup' ? cartCopy.pickup : undefined}
    >
      {isEmpty ? (
        <NothingYet title={cartCopy.title} text={cartCopy.empty} action={cartCopy.startShopping} />
      ) : (
        <div className={styles.choice}>
          <div className={stack(3)}>
            <TooMany />
            <ShippingChoice />
            <ShipToReason />
            <Destination to={loaderData.to} />
          </div>
          <CartSummary>
            <CheckoutForm shipTo={loaderData.to} />
            <p className={classes(letters.small, letters.centered)}>
              {/* No soft navigation: the page's policy allows the provider's script. */}
              <a href={paths.card()}>{cardCopy.fromCart}</a>
            </p>
          </CartSummary>
        </div>
      )}
    </MembersPage>
  )
}
