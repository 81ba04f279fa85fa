import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { itemCount } from '#checkout/cart/cart.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usePageUrl } from '#platform/layout/use-page-url.ts'
import type { ButtonKind } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { useCart } from './cart-provider.tsx'

/** Says where the cart has more cases than one order holds, and keeps the rest for the next. */
export function TooMany({ inPanel = false }: { inPanel?: boolean }) {
  const { cart } = useCart()
  if (itemCount(cart) <= maxQuantity) return null
  return (
    <Notice tone="info">
      <div className={stack(1.5, { align: 'start' })}>
        <p>{cartCopy.tooMany}</p>
        <PartCart
          inPanel={inPanel}
          kind="keep-one-order"
          look="secondary"
          button={cartCopy.keepOneOrder}
        />
      </div>
    </Notice>
  )
}

type Props = {
  inPanel: boolean
  kind: 'keep-one-order' | 'put-back'
  look: ButtonKind
  button: string
}

/** Sets cases apart for the next order, or puts them back. */
export function PartCart({ inPanel, kind, look, button }: Props) {
  const { change } = useCart()
  const here = usePageUrl(inPanel)
  return (
    <form
      method="post"
      action={paths.cart()}
      onSubmit={(event) => {
        event.preventDefault()
        change({ kind })
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="to" value={here} />
      <Button kind={look}>{button}</Button>
    </form>
  )
}
