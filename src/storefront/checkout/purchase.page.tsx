import { useState } from 'react'
import { redirect } from 'react-router'

import { fillOwnAddress } from '#accounts/account/fill-own-address.actions.server.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { FirstAddress } from '#checkout/first-address.tsx'
import { purchaseCopy as copy } from '#checkout/purchase.copy.ts'
import { viewShipTo } from '#checkout/view-ship-to.actions.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { callerOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { PageNotice } from '#platform/layout/page-notice.tsx'
import { classes } from '#ui/classes.ts'
import { bottomBar, card, stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import { useCart } from '../cart/cart-provider.tsx'
import { CartLinesRead } from '../cart/cart-summary.tsx'
import { CartTotals } from '../cart/cart-totals.tsx'
import { CheckoutForm } from '../cart/checkout-form.tsx'
import { Destination } from '../cart/destination.tsx'
import { ShipToReason } from '../cart/ship-to-reason.tsx'
import { ShippingChoice } from '../cart/shipping-choice.tsx'
import { TooMany } from '../cart/too-many.tsx'
import { viewCart } from '../cart/view-cart.actions.server.ts'
import type { Route } from './+types/purchase.page'

import styles from './purchase.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** Where a purchase link leads. With nothing in the cart the release is shown instead. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const { cart } = await viewCart(services, viewer)
  if (cart.lines.length === 0) throw redirect(paths.members('current'))
  return { shipTo: await viewShipTo(services, viewer) }
}

export const action = pageAction(fillOwnAddress)

export const shouldRevalidate = unlessOnlyPanel

export default function Purchase({ loaderData: { shipTo }, actionData }: Route.ComponentProps) {
  const { cart } = useCart()
  const isCarried = cart.shipping !== 'pickup'
  const lacksAddress = !shipTo && isCarried
  // A method that is still to be chosen stands before the button, and stays there once it is.
  const [choosesFirst] = useState(cart.shipping === null)
  return (
    <Page title={copy.title} narrow>
      <PageNotice />
      <section className={classes(stack(2), card)} aria-label={copy.title}>
        <TooMany />
        <CartLinesRead />
        <CartTotals />
        <Destination to={shipTo} beforeChoice />
        {shipTo && <ShipToReason />}
        {choosesFirst && !lacksAddress && <ShippingChoice />}
        {!lacksAddress && (
          <div className={classes(bottomBar, styles.checkout)}>
            <CheckoutForm shipTo={shipTo} />
          </div>
        )}
      </section>
      {lacksAddress && <FirstAddress sent={actionData} />}
      <section className={classes(stack(3), styles.rest)}>
        {(!choosesFirst || lacksAddress) && <ShippingChoice />}
        <p>
          <a href={paths.members('current')}>{copy.moreWines}</a>
          {' · '}
          <a href={paths.members('current', { cart: 'open' })}>{cartCopy.openCart}</a>
        </p>
      </section>
    </Page>
  )
}
