import type { FormEvent, MouseEvent } from 'react'

import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'
import { refusalInRelease } from '#catalogue/on-sale/releases.copy.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { isFull, quantityOf } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { useAlert } from '#ui/alerts.tsx'
import { Button } from '#ui/button.tsx'

import { useCart } from '../cart/cart-provider.tsx'
import { whyNoMore } from '../cart/quantity-control.tsx'

/** Adds one. A disabled button says why when pressed. */
export function AddToCart({ product }: { product: Product }) {
  const { cart, change } = useCart()
  const alert = useAlert()
  const here = usePageUrl(false)
  const timeZone = useTimeZone()
  const whyNot = whyNotAdd(product)
  const quantity = quantityOf(cart, product.id)
  const whyNoneMore = whyNoMore(product, quantity)
  const noMore = isFull(cart) ? cartCopy.atMaximum : whyNoneMore

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (whyNot) alert(refusalInRelease(product, timeZone) ?? whyNotAddSentence[whyNot])
    // What the buttons beside this one say of this wine is not said twice.
    else if (noMore && noMore !== whyNoneMore) alert(noMore)
    else if (!noMore)
      change({ kind: 'set-quantity', productId: product.id, quantity: quantity + 1 })
  }

  return (
    <form method="post" action={paths.cart()} onSubmit={onSubmit}>
      <input type="hidden" name="kind" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="upTo" value={quantity + 1} />
      <input type="hidden" name="to" value={here} />
      <Button inactive={noMore !== null && whyNot === null} onClick={ignoreSecondClick}>
        {cartCopy.add}
      </Button>
    </form>
  )
}

/** A double click counts as one; a second case takes another press, or the plus button. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
