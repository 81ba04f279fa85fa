import type { FormEvent, MouseEvent } from 'react'

import { isFull, quantityOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue.ts'
import { cartCopy } from '#domain/copy/cart.ts'
import { whyNotAddSentence } from '#domain/copy/release.ts'
import { useCart } from '#web/components/cart/cart-provider.tsx'
import { usePageAddress } from '#web/components/cart/page-address.ts'
import { whyNoMore } from '#web/components/cart/quantity-control.tsx'
import { paths } from '#web/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'

/** Adds one. What can't be added answers why when it is pressed. */
export function AddToCart({ product }: { product: Product }) {
  const { cart, change } = useCart()
  const alert = useAlert()
  const here = usePageAddress(false)
  const whyNot = whyNotAdd(product)
  const quantity = quantityOf(cart, product.id)
  const noMore = isFull(cart) ? cartCopy.atMaximum : whyNoMore(product, quantity)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (whyNot) alert(whyNotAddSentence[whyNot])
    else if (noMore) alert(noMore)
    else change({ kind: 'set-quantity', productId: product.id, quantity: quantity + 1 })
  }

  return (
    <form method="post" action={paths.cart()} onSubmit={onSubmit}>
      <input type="hidden" name="kind" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="upTo" value={quantity + 1} />
      <input type="hidden" name="to" value={here} />
      <Button inactive={noMore !== null && whyNot === null} onClick={takeDoubleClickAsOne}>
        {cartCopy.add}
      </Button>
    </form>
  )
}

/** Some people press every button twice; who wants two cases presses again, or has the plus. */
function takeDoubleClickAsOne(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
