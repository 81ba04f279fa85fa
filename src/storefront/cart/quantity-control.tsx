import type { ComponentProps, FormEvent, ReactNode } from 'react'

import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { quantityOf } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { useAlert } from '#ui/alerts.tsx'
import { IconButton } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

import { useCart } from './cart-provider.tsx'

import styles from './quantity-control.module.css'

type Props = {
  product: Product
  inPanel?: boolean
  /** Shown on the control's line. */
  children?: ReactNode
}

/**
 * Sets 0 to 3 of one product, at most the available units, and says when the maximum is reached.
 * Two submit buttons of a plain form, updated optimistically. A disabled button stays focusable and
 * says why when pressed.
 */
export function QuantityControl({ product, inPanel = false, children }: Props) {
  const { cart, change } = useCart()
  const alert = useAlert()
  const here = usePageUrl(inPanel)
  const quantity = quantityOf(cart, product.id)
  const whyNotMore = whyNoMore(product, quantity)
  const whyNotFewer = quantity <= 0 ? cartCopy.noneIn : null
  // The panel's line already says why the cart can't have as much.
  const isSaidByLine = inPanel && quantity < maxQuantity && whyNotAdd(product, quantity) !== null

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const wanted = Number(pressed?.value)
    if (!pressed || !Number.isInteger(wanted)) return
    const whyNot = wanted > quantity ? whyNotMore : whyNotFewer
    // Why there can be no more is said below the buttons.
    const isSaidBelow = whyNot === whyNotMore && !isSaidByLine
    if (whyNot && !isSaidBelow) alert(whyNot)
    if (!whyNot) change({ kind: 'set-quantity', productId: product.id, quantity: wanted })
  }

  return (
    <div className={stack(1, { align: 'start' })}>
      <div className={cluster([1, 2])}>
        <form method="post" action={paths.cart()} onSubmit={onSubmit} className={styles.buttons}>
          <input type="hidden" name="kind" value="set-quantity" />
          <input type="hidden" name="productId" value={product.id} />
          <input type="hidden" name="to" value={here} />
          <Step
            value={quantity - 1}
            inactive={whyNotFewer !== null}
            aria-label={cartCopy.fewer(product.titleCart)}
          >
            <Icon name="minus" size={18} />
          </Step>
          <output className={styles.count} aria-label={cartCopy.quantity}>
            {quantity}
          </output>
          <Step
            value={quantity + 1}
            inactive={whyNotMore !== null}
            aria-label={cartCopy.more(product.titleCart)}
          >
            <Icon name="plus" size={18} />
          </Step>
        </form>
        {children}
      </div>
      <p className={classes(letters.note, styles.notice)} role="status">
        {!isSaidByLine && whyNotMore}
      </p>
    </div>
  )
}

/** The sentence why one more can't be added, or null when it can. */
export function whyNoMore(product: Product, quantity: number): string | null {
  if (quantity >= maxQuantity) return cartCopy.atMaximum
  const whyNot = whyNotAdd(product, quantity + 1)
  if (whyNot === 'few-left' || whyNot === 'sold-out')
    return cartCopy.left(Math.max(0, product.available ?? 0))
  return whyNot && whyNotAddSentence[whyNot]
}

/**
 * Without script no sentence could be shown, so before hydration an inactive button is `disabled`.
 */
function Step({ inactive, ...rest }: ComponentProps<'button'> & { inactive: boolean }) {
  const isHydrated = useHydrated()
  return (
    <IconButton
      type="submit"
      name="quantity"
      disabled={inactive && !isHydrated}
      aria-disabled={inactive || undefined}
      className={styles.step}
      {...rest}
    />
  )
}
