import type { FormEvent, ReactNode } from 'react'
import { useRef } from 'react'

import { maxQuantity, quantityOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

import { useCart } from './cart-provider.tsx'
import { usePageAddress } from './page-address.ts'
import styles from './quantity-control.module.css'

type Props = {
  product: Product
  inPanel?: boolean
  /** Stands on the control's line. */
  children?: ReactNode
}

/** 0 to 3 of one product; at 3 it says so. Two buttons of a plain form, answered at once. */
export function QuantityControl({ product, inPanel = false, children }: Props) {
  const { cart, change } = useCart()
  const here = usePageAddress(inPanel)
  const quantity = quantityOf(cart, product.id)
  const fewer = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const wanted = Number(pressed?.value)
    if (!pressed || !Number.isInteger(wanted)) return
    // A button that is about to be disabled would drop the keyboard's place.
    if (wanted === maxQuantity) fewer.current?.focus()
    if (wanted === 0) more.current?.focus()
    change({ kind: 'set-quantity', productId: product.id, quantity: wanted })
  }

  return (
    <div className={styles.control}>
      <div className={styles.line}>
        <form method="post" action={paths.cart()} onSubmit={onSubmit} className={styles.buttons}>
          <input type="hidden" name="kind" value="set-quantity" />
          <input type="hidden" name="productId" value={product.id} />
          <input type="hidden" name="to" value={here} />
          <button
            ref={fewer}
            name="quantity"
            value={quantity - 1}
            disabled={quantity <= 0}
            aria-label={cartCopy.fewer(product.titleCart)}
            className={styles.step}
          >
            <Icon name="minus" size={18} />
          </button>
          <output className={styles.count} aria-label={cartCopy.quantity}>
            {quantity}
          </output>
          <button
            ref={more}
            name="quantity"
            value={quantity + 1}
            disabled={quantity >= maxQuantity}
            aria-label={cartCopy.more(product.titleCart)}
            className={styles.step}
          >
            <Icon name="plus" size={18} />
          </button>
        </form>
        {children}
      </div>
      <p className={styles.notice} role="status">
        {quantity >= maxQuantity && cartCopy.atMaximum}
      </p>
    </div>
  )
}
