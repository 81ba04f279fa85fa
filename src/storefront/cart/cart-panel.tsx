import { memo, useDeferredValue, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import { cardCopy } from '#checkout/card/card.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { itemCount } from '#checkout/cart/cart.rules.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

import { CartLines } from './cart-lines.tsx'
import styles from './cart-panel.module.css'
import { CartContext, useCart } from './cart-provider.tsx'
import { CartSums, ChargedTotal } from './cart-totals.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { useFlash } from '#platform/layout/flash-notice.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'
import { ShippingChoice } from './shipping-choice.tsx'
import { ShipToReason } from './ship-to-reason.tsx'

/**
 * The cart's side panel. Open while the URL has `cart=open`, so that Back closes it. While it is closed
 * it follows the cart after the page has: a press on Add to cart shows its effect first.
 */
export function CartPanel() {
  const cart = useCart()
  const cartLater = useDeferredValue(cart)
  const { pathname, search, key } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isOpen = params.get('cart') === 'open'
  const close = () => {
    if (!isOpen) return
    const closed = urlWith(pathname, search, { cart: null })
    void navigate(closed, { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog open={isOpen} asked={key} onClose={close} title={cartCopy.title} side>
      <CartContext value={isOpen ? cart : cartLater}>
        <PanelContent isOpen={isOpen} />
      </CartContext>
    </Dialog>
  )
}

const PanelContent = memo(function PanelContent({ isOpen }: { isOpen: boolean }) {
  const { cart } = useCart()
  const isUnchanged = useSameCart()
  const flash = useFlash('cart')
  const notice = isOpen && isUnchanged ? flash : null
  return (
    <div className={styles.panel}>
      {notice && <Notice tone={notice.tone}>{notice.sentence}</Notice>}
      {cart.lines.length === 0 ? (
        <p className={styles.empty}>{cartCopy.empty}</p>
      ) : (
        <>
          <CartLines />
          {itemCount(cart) > maxQuantity && (
            <Notice tone="info">
              An order holds three cases. Keep three now, and order the rest right after.
            </Notice>
          )}
          <ShippingChoice inPanel />
          <ShipToReason />
          <CartSums />
          <div className={styles.foot}>
            <ChargedTotal />
            <CheckoutForm />
          </div>
          <p className={classes(letters.small, letters.centered)}>
            <a href={paths.card()}>{cardCopy.fromCart}</a>
          </p>
        </>
      )}
      <ContactNotes />
    </div>
  )
})

/** True until the cart is changed; then the notice of the page load is outdated. */
function useSameCart(): boolean {
  const { cart } = useCart()
  const now = JSON.stringify(cart)
  const [atFirst] = useState(now)
  const [isSame, setIsSame] = useState(true)
  if (isSame && now !== atFirst) setIsSame(false)
  return isSame
}
