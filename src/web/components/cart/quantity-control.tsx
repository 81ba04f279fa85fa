import type { ComponentProps, FormEvent, ReactNode } from 'react'

import { maxQuantity, quantityOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import { isShort } from '#domain/catalogue.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { paths } from '#web/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'

import { useCart } from './cart-provider.tsx'
import { usePageAddress } from './page-address.ts'
import styles from './quantity-control.module.css'

type Props = {
  product: Product
  inPanel?: boolean
  /** Stands on the control's line. */
  children?: ReactNode
}

/**
 * 0 to 3 of one product, and no more than are left; at the most it says so. Two buttons of a plain
 * form, answered at once. At its end a button keeps the keyboard's place and answers why.
 */
export function QuantityControl({ product, inPanel = false, children }: Props) {
  const { cart, change } = useCart()
  const alert = useAlert()
  const here = usePageAddress(inPanel)
  const quantity = quantityOf(cart, product.id)
  const whyNotMore = whyNoMore(product, quantity)
  const whyNotFewer = quantity <= 0 ? cartCopy.noneIn : null
  // The panel's line says itself that fewer are left than it asks for.
  const isSaidByLine = inPanel && quantity < maxQuantity && isShort(product, quantity)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const wanted = Number(pressed?.value)
    if (!pressed || !Number.isInteger(wanted)) return
    const whyNot = wanted > quantity ? whyNotMore : whyNotFewer
    if (whyNot) alert(whyNot)
    else change({ kind: 'set-quantity', productId: product.id, quantity: wanted })
  }

  return (
    <div className={styles.control}>
      <div className={styles.line}>
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
      <p className={styles.notice} role="status">
        {!isSaidByLine && whyNotMore}
      </p>
    </div>
  )
}

/** Why there can't be one more, in words, or null when there can. */
export function whyNoMore(product: Product, quantity: number): string | null {
  if (quantity >= maxQuantity) return cartCopy.atMaximum
  return isShort(product, quantity + 1) ? cartCopy.left(Math.max(0, product.available ?? 0)) : null
}

/** Without script nobody would answer why: there an inactive one can't be pressed at all. */
function Step({ inactive, ...rest }: ComponentProps<'button'> & { inactive: boolean }) {
  const isScripted = useScripted()
  return (
    <button
      name="quantity"
      disabled={inactive && !isScripted}
      aria-disabled={inactive || undefined}
      className={styles.step}
      {...rest}
    />
  )
}
