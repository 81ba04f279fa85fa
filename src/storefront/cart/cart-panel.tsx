import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { cardCopy } from '#checkout/card/card.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { itemCount, laterCount } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useFlash } from '#platform/layout/flash-notice.tsx'
import { NothingYet } from '#platform/layout/nothing-yet.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { classes } from '#ui/classes.ts'
import { Dialog } from '#ui/dialog.tsx'
import { focusHeadline } from '#ui/focus-headline.ts'
import { bottomBar, cluster, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { CartLines } from './cart-lines.tsx'
import { CartContext, useCart } from './cart-provider.tsx'
import { CartSums, ChargedTotal } from './cart-totals.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { ShipToReason } from './ship-to-reason.tsx'
import { ShippingChoice } from './shipping-choice.tsx'
import { PartCart, TooMany } from './too-many.tsx'
import { TypedFields } from './typed-fields.tsx'

import styles from './cart-panel.module.css'

const panelForm = 'cart-checkout'

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
  useFocusAfterClosing(isOpen)
  return (
    <Dialog open={isOpen} asked={key} onClose={close} title={cartCopy.title} side>
      <CartContext value={isOpen ? cart : cartLater}>
        <PanelContent isOpen={isOpen} />
      </CartContext>
    </Dialog>
  )
}

/** The bar’s control is another element once the cart is empty: the focus can’t go back to the one that opened it. */
function useFocusAfterClosing(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-opens-cart]')?.focus({ preventScroll: true })
  }, [isOpen])
}

/** A line that is removed takes the focus with it: reading goes on at the panel’s headline. */
function useFocusAfterRemoval(lines: number) {
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef(lines)
  useEffect(() => {
    const isRemoved = lines < before.current
    before.current = lines
    const dialog = panel.current?.closest('dialog')
    if (isRemoved && dialog?.open && document.activeElement === document.body) focusHeadline(dialog)
  }, [lines])
  return panel
}

const PanelContent = memo(function PanelContent({ isOpen }: { isOpen: boolean }) {
  const { cart, takesGifts } = useCart()
  const panel = useFocusAfterRemoval(cart.lines.length)
  const isUnchanged = useSameCart()
  const flash = useFlash('cart')
  const notice = isOpen && isUnchanged ? flash : null
  return (
    <div ref={panel} className={stack(3, { text: 'sans' })} data-gift={takesGifts}>
      {notice && <Notice tone={notice.tone}>{notice.sentence}</Notice>}
      {cart.lines.length === 0 ? (
        <>
          <div className={styles.empty}>
            <NothingYet
              title={cartCopy.title}
              text={cartCopy.empty}
              action={cartCopy.startShopping}
            />
          </div>
          <SetApart />
        </>
      ) : (
        <>
          {/* What has to be done first comes first: below three wines it would be out of sight. */}
          <TooMany inPanel />
          <CartLines />
          <SetApart />
          <ShippingChoice inPanel />
          <ShipToReason />
          {/* Not in the foot, which stays in view while there is room. */}
          <TypedFields form={panelForm} />
          <CartSums />
          <div className={classes(bottomBar, styles.foot)}>
            <CheckoutForm id={panelForm} total={<ChargedTotal stacked />} />
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

/** Those that are set apart for the next order. */
function SetApart() {
  const { cart } = useCart()
  const later = laterCount(cart)
  if (later === 0 || itemCount(cart) > maxQuantity) return null
  return (
    <div role="status" className={classes(cluster([0, 3]), styles.later)}>
      <p className={letters.small}>{cartCopy.setApart(later, cart.lines.length > 0)}</p>
      <PartCart inPanel kind="put-back" look="quiet" button={cartCopy.putBack(later)} />
    </div>
  )
}

/** True until the cart is changed; then the notice of the page load is outdated. */
function useSameCart(): boolean {
  const { cart } = useCart()
  const now = JSON.stringify(cart)
  const [atFirst] = useState(now)
  const [isSame, setIsSame] = useState(true)
  if (isSame && now !== atFirst) setIsSame(false)
  return isSame
}
