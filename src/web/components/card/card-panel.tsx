import { cardCopy } from '#domain/copy/card.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { needsAddress } from '#domain/shipping.ts'
import { stateName } from '#domain/us-states.ts'
import type { CardPanel as Panel } from '#use-cases/checkout/view-card-panel.ts'
import { CartSummary } from '#web/components/cart/cart-summary.tsx'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { CheckoutForm } from '#web/components/cart/checkout-form.tsx'
import { ShippingChoice } from '#web/components/cart/shipping-choice.tsx'
import { ShipToReason } from '#web/components/cart/ship-to-reason.tsx'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'

import { CardForm } from './card-form.tsx'
import styles from './card-panel.module.css'

/** Pays for the cart by card: how it travels, what it comes to, and the card. */
export function CardPanel({ panel, hasTestCards }: { panel: Panel; hasTestCards: boolean }) {
  const isScripted = useScripted()
  return (
    <div className={styles.panel}>
      <section className={styles.step}>
        <ShippingChoice />
        <ShipToReason />
        <Destination shipTo={panel.shipTo} />
      </section>
      <div className={styles.summary}>
        <CartSummary />
      </div>
      <section className={styles.step} aria-labelledby="card-title">
        <h2 id="card-title" className={styles.title}>
          {cardCopy.card}
        </h2>
        {!isScripted && <Notice data-late>{cardCopy.noScript}</Notice>}
        <CardForm panel={panel} hasTestCards={hasTestCards} />
        <div className={styles.elsewhere}>
          <p className={styles.quiet}>{cardCopy.elsewhere}</p>
          <CheckoutForm kind="secondary" />
        </div>
      </section>
    </div>
  )
}

function Destination({ shipTo }: Pick<Panel, 'shipTo'>) {
  const { cart, shipToProblem } = useCart()
  if (!shipTo || shipToProblem || !cart.shipping || !needsAddress(cart.shipping)) return null
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
      <a href={paths.members('account', { edit: 'shipping' })}>{cardCopy.changeAddress}</a>
    </div>
  )
}
