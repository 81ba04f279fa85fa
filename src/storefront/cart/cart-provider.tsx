import type { ReactNode } from 'react'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'

import type { TypedErrors } from '#catalogue/destinations/typed-fields.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import type { Totals, WhyNotCheckout } from '#checkout/cart/cart.rules.ts'
import { totalsOf, whyCartNotReady } from '#checkout/cart/cart.rules.ts'
import { notices } from '#checkout/notices.copy.ts'
import { useAlert } from '#ui/alerts.tsx'

import type { CartChange } from './cart-change.rules.ts'
import { changedCart } from './cart-change.rules.ts'
import { openCartQueue } from './cart-queue.ts'
import type { CartView } from './view-cart.actions.server.ts'

type CartOnPage = CartView & {
  /** Applies a change optimistically; the server confirms or refuses it. */
  change: (change: CartChange) => void
  /** Resolves once the server has responded to every change so far; null when none is pending. */
  underWay: () => Promise<boolean> | null
  /** How often a press on Checkout found no shipping method chosen; the choice then says so. */
  timesMethodMissed: number
  missMethod: () => void
  /** What a press found wrong of what is typed beside the cart. */
  typedErrors: TypedErrors
  missTyped: (errors: TypedErrors) => void
}

/**
 * Provided by `CartProvider`, or by pages that show a cart without a server, such as the style
 * guide.
 */
export const CartContext = createContext<CartOnPage | null>(null)

/** The user's cart, shared by all components of the page. */
export function useCart(): CartOnPage {
  const cart = use(CartContext)
  if (!cart) throw new Error('No cart around this component')
  return cart
}

/** Holds one cart for the whole page: bar, shop, panel and summary show the same figures. */
export function CartProvider({ view, children }: { view: CartView; children: ReactNode }) {
  const { atServer, waiting, change, underWay } = useCartQueue(view)
  const shown = useMemo(() => viewAfter(atServer, waiting), [atServer, waiting])
  const [timesMethodMissed, setTimesMethodMissed] = useState(0)
  const missMethod = useCallback(() => setTimesMethodMissed((times) => times + 1), [])
  const [typedErrors, missTyped] = useState<TypedErrors>({})
  const value = useMemo(
    () => ({ ...shown, change, underWay, timesMethodMissed, missMethod, typedErrors, missTyped }),
    [shown, change, underWay, timesMethodMissed, missMethod, typedErrors, missTyped],
  )
  return <CartContext value={value}>{children}</CartContext>
}

/** The cart after the pending changes have been applied optimistically. */
function viewAfter(view: CartView, steps: readonly CartChange[]): CartView {
  if (steps.length === 0) return view
  const cart = steps.reduce((before, step) => {
    const after = changedCart(before, step, productOf(view.products, step))
    return after.ok ? after.cart : before
  }, view.cart)
  const totals: Totals = totalsOf(cart, view.taxPercent)
  const whyNot: WhyNotCheckout | null = whyCartNotReady(cart, view.shipToProblem)
  return { ...view, cart, totals, whyNot }
}

const productOf = (products: readonly Product[], step: CartChange): Product | null =>
  'productId' in step ? (products.find(({ id }) => id === step.productId) ?? null) : null

function useCartQueue(view: CartView) {
  const alert = useAlert()
  const [loaded, setLoaded] = useState(view)
  const [atServer, setAtServer] = useState(view)
  const [waiting, setWaiting] = useState<readonly CartChange[]>([])
  const [queue] = useState(() =>
    openCartQueue({
      onServer: setAtServer,
      onWaiting: setWaiting,
      onRefused: (why) => alert(notices[why].sentence, { stays: why === 'offline' }),
    }),
  )
  if (view !== loaded) {
    setLoaded(view)
    setAtServer(view)
  }

  // Another tab may have changed the cart while this page was hidden. One from the back/forward cache is loaded anew.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void queue.refresh()
    }
    if (queue.wasLeftUnderWay()) refresh()
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('focus', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('focus', refresh)
    }
  }, [queue])

  return { atServer, waiting, change: queue.change, underWay: queue.underWay }
}
