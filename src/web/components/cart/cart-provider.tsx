import type { ReactNode } from 'react'
import { createContext, use, useEffect, useMemo, useState } from 'react'

import type { Totals } from '#domain/cart.ts'
import { totalsOf } from '#domain/cart.ts'
import type { CartChange } from '#domain/cart-change.ts'
import { changedCart } from '#domain/cart-change.ts'
import type { WhyNotReady } from '#domain/cart-readiness.ts'
import { whyNotReady } from '#domain/cart-readiness.ts'
import type { Product } from '#domain/catalogue.ts'
import { notices } from '#domain/copy/notices.ts'
import type { CartView } from '#use-cases/cart/view-cart.ts'
import { useAlert } from '#web/ui/alerts.tsx'

import { openCartQueue } from './cart-queue.ts'

export type CartOnPage = CartView & {
  /** Takes a step at once on the page; the server settles it. */
  change: (change: CartChange) => void
  /** Resolves once the server has answered every step taken so far; null when none is. */
  underWay: () => Promise<void> | null
}

/** Given by `CartProvider`, or by who shows a cart that no server knows. */
export const CartContext = createContext<CartOnPage | null>(null)

/** The member's cart, wherever on the page it is shown. */
export function useCart(): CartOnPage {
  const cart = use(CartContext)
  if (!cart) throw new Error('No cart around this component')
  return cart
}

/** Keeps one cart for the whole page: bar, shop, panel and summary show the same figures. */
export function CartProvider({ view, children }: { view: CartView; children: ReactNode }) {
  const { atServer, waiting, change, underWay } = useCartQueue(view)
  const shown = useMemo(() => viewAfter(atServer, waiting), [atServer, waiting])
  const value = useMemo(() => ({ ...shown, change, underWay }), [shown, change, underWay])
  return <CartContext value={value}>{children}</CartContext>
}

/** What the server's cart will look like once it has taken the waiting steps. */
function viewAfter(view: CartView, steps: readonly CartChange[]): CartView {
  if (steps.length === 0) return view
  const cart = steps.reduce((before, step) => {
    const after = changedCart(before, step, productOf(view.products, step))
    return after.ok ? after.cart : before
  }, view.cart)
  const totals: Totals = totalsOf(cart, view.taxPercent)
  const whyNot: WhyNotReady | null = whyNotReady(cart, view.shipToProblem)
  return { ...view, cart, totals, whyNot }
}

const productOf = (products: readonly Product[], step: CartChange): Product | null =>
  'productId' in step ? (products.find(({ id }) => id === step.productId) ?? null) : null

function useCartQueue(view: CartView) {
  const say = useAlert()
  const [loaded, setLoaded] = useState(view)
  const [atServer, setAtServer] = useState(view)
  const [waiting, setWaiting] = useState<readonly CartChange[]>([])
  const [queue] = useState(() =>
    openCartQueue({
      onServer: setAtServer,
      onWaiting: setWaiting,
      onRefused: (why) => say(notices[why].sentence),
    }),
  )
  if (view !== loaded) {
    setLoaded(view)
    setAtServer(view)
  }

  // Another tab, or the payment page, may have changed the cart while nobody looked here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queue.lookAgain()
    }
    const onShow = (event: PageTransitionEvent) => event.persisted && look()
    if (queue.wasLeftUnderWay()) look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('pageshow', onShow)
    }
  }, [queue])

  return { atServer, waiting, change: queue.change, underWay: queue.underWay }
}
