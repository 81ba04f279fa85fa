import type { ReactNode } from 'react'
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'

import type { Totals } from '#domain/cart.ts'
import { totalsOf } from '#domain/cart.ts'
import type { CartChange } from '#domain/cart-change.ts'
import { changedCart } from '#domain/cart-change.ts'
import type { WhyNotReady } from '#domain/cart-readiness.ts'
import { whyNotReady } from '#domain/cart-readiness.ts'
import type { Product } from '#domain/catalogue.ts'
import { notices } from '#domain/copy/notices.ts'
import type { CartView } from '#use-cases/view-cart.ts'
import { useAlert } from '#web/ui/alerts.tsx'

import { fetchCart, sendCartChange } from './send-cart-change.ts'

export type CartOnPage = CartView & {
  /** Takes a step at once on the page; the server settles it. */
  change: (change: CartChange) => void
  /** Resolves once the server has answered every step taken so far. */
  settled: () => Promise<void>
}

const CartContext = createContext<CartOnPage | null>(null)

/** The member's cart, wherever on the page it is shown. */
export function useCart(): CartOnPage {
  const cart = use(CartContext)
  if (!cart) throw new Error('No cart around this component')
  return cart
}

/** Keeps one cart for the whole page: bar, shop, panel and summary show the same figures. */
export function CartProvider({ view, children }: { view: CartView; children: ReactNode }) {
  const { atServer, waiting, change, settled } = useCartQueue(view)
  const shown = useMemo(() => viewAfter(atServer, waiting), [atServer, waiting])
  const value = useMemo(() => ({ ...shown, change, settled }), [shown, change, settled])
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

/** Steps on one thing replace each other while they wait; the one under way is let finish. */
const aboutTheSame = (a: CartChange, b: CartChange) =>
  'productId' in a && 'productId' in b ? a.productId === b.productId : a.kind === b.kind

function useCartQueue(view: CartView) {
  const say = useAlert()
  const [loaded, setLoaded] = useState(view)
  const [atServer, setAtServer] = useState(view)
  const [waiting, setWaiting] = useState<readonly CartChange[]>([])
  const queue = useRef<readonly CartChange[]>([])
  const underWay = useRef<CartChange | null>(null)
  const running = useRef<Promise<void> | null>(null)
  if (view !== loaded) {
    setLoaded(view)
    setAtServer(view)
  }

  const actions = useMemo(() => {
    async function workOff() {
      let step = queue.current[0]
      while (step) {
        underWay.current = step
        const done = step
        try {
          // One after the other on purpose: the server must hear the steps in their order.
          // oxlint-disable-next-line no-await-in-loop
          const answer = await sendCartChange(done)
          setAtServer(answer.view)
          if (answer.whyNot) say(notices[answer.whyNot].sentence)
          queue.current = queue.current.filter((other) => other !== done)
        } catch {
          say(notices.offline.sentence)
          queue.current = []
        }
        underWay.current = null
        setWaiting(queue.current)
        step = queue.current[0]
      }
      running.current = null
    }
    return {
      change(step: CartChange) {
        const kept = queue.current.filter(
          (other) => other === underWay.current || !aboutTheSame(other, step),
        )
        queue.current = [...kept, step]
        setWaiting(queue.current)
        running.current ??= workOff()
      },
      settled: () => running.current ?? Promise.resolve(),
      async lookAgain() {
        if (running.current || document.visibilityState !== 'visible') return
        const answer = await fetchCart().catch(() => null)
        if (answer && !running.current) setAtServer(answer.view)
      },
    }
  }, [say])

  // Another tab, or the payment page, may have changed the cart while nobody looked here.
  useEffect(() => {
    const { lookAgain } = actions
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void lookAgain()
    }
    document.addEventListener('visibilitychange', lookAgain)
    window.addEventListener('focus', lookAgain)
    window.addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      window.removeEventListener('focus', lookAgain)
      window.removeEventListener('pageshow', onShow)
    }
  }, [actions])

  return { atServer, waiting, ...actions }
}
