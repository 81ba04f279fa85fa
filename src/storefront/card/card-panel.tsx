import { cardCopy } from '#checkout/card/card.copy.ts'
import type { CardPanel as Panel } from '#checkout/card/view-card-panel.actions.server.ts'
import { classes } from '#ui/classes.ts'
import { ruled, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

import { useCart } from '../cart/cart-provider.tsx'
import { CartSummary } from '../cart/cart-summary.tsx'
import { CheckoutForm } from '../cart/checkout-form.tsx'
import { Destination } from '../cart/destination.tsx'
import { ShipToReason } from '../cart/ship-to-reason.tsx'
import { ShippingChoice } from '../cart/shipping-choice.tsx'
import { TooMany } from '../cart/too-many.tsx'
import { elsewhereForm, TypedFields, Statement } from '../cart/typed-fields.tsx'
import { CardForm } from './card-form.tsx'

import styles from './card-panel.module.css'

/** Card payment of the cart: shipping, totals, and the card form. */
export function CardPanel({ panel, hasTestCards }: { panel: Panel; hasTestCards: boolean }) {
  const isHydrated = useHydrated()
  const { takesGifts } = useCart()
  return (
    <div className={styles.panel} data-gift={takesGifts}>
      <section className={stack(3, { width: 36 })}>
        <TooMany />
        <ShippingChoice />
        <ShipToReason />
        <Destination to={panel.shipTo} />
        <TypedFields form={elsewhereForm} />
      </section>
      <div className={styles.summary}>
        <CartSummary />
      </div>
      <section className={stack(3, { width: 36 })} aria-labelledby="card-title">
        <h2 id="card-title">{cardCopy.card}</h2>
        {!isHydrated && <Notice data-late>{cardCopy.noScript}</Notice>}
        <noscript>
          <Statement />
        </noscript>
        <CardForm panel={panel} hasTestCards={hasTestCards} />
        <div className={classes(stack(2), ruled(3))}>
          <CheckoutForm asLink id={elsewhereForm} shipTo={panel.shipTo} />
        </div>
      </section>
    </div>
  )
}
