import type { NoticeCode } from '#checkout/notices.copy.ts'

import type { CartChange } from './cart-change.rules.ts'
import { fetchCart, sendCartChange } from './send-cart-change.ts'
import type { CartView } from './view-cart.actions.server.ts'

type Told = {
  onServer: (view: CartView) => void
  /** Changes without a response yet, in order. */
  onWaiting: (steps: readonly CartChange[]) => void
  onRefused: (why: NoticeCode) => void
}

type CartQueue = {
  change: (step: CartChange) => void
  /**
   * Resolves once the server has responded to every change so far: whether it made them all. Null when none is pending.
   */
  underWay: () => Promise<boolean> | null
  /** True once, if a change was pending when this page was asked for: its cart may be stale. */
  wasLeftUnderWay: () => boolean
  /** Fetches the cart, unless changes are pending. */
  refresh: () => Promise<void>
}

/** Sends changes one at a time, in the order in which they were made. */
export function openCartQueue({ onServer, onWaiting, onRefused }: Told): CartQueue {
  let waiting: readonly CartChange[] = []
  let sent: CartChange | null = null
  let running: Promise<boolean> | null = null
  /** How many changes were made; a cart that was read before the last one is stale. */
  let made = 0

  function wait(steps: readonly CartChange[]) {
    waiting = steps
    onWaiting(steps)
  }

  async function refresh() {
    if (running) return
    const madeBefore = made
    const response = await fetchCart().catch(() => null)
    if (response && made === madeBefore) onServer(response.view)
  }

  async function workOff() {
    let areMade = true
    let isKnown = true
    leftUnderWay.begin()
    for (let step = waiting[0]; step; step = waiting[0]) {
      sent = step
      try {
        // One after the other, in the order in which they were made.
        const response = await sendCartChange(step)
        onServer(response.view)
        if (response.whyNot) {
          areMade = false
          onRefused(response.whyNot)
        }
        wait(waiting.slice(1))
      } catch {
        areMade = false
        isKnown = false
        onRefused('offline')
        wait([])
      }
      sent = null
    }
    running = null
    leftUnderWay.end()
    // The server may have made a change to which it did not respond in time.
    if (!isKnown) void refresh()
    return areMade
  }

  return {
    change(step) {
      made += 1
      const others = waiting.filter((other) => other === sent || !aboutTheSame(other, step))
      wait([...others, step])
      running ??= workOff()
    },
    underWay: () => running,
    wasLeftUnderWay: leftUnderWay.take,
    refresh,
  }
}

/** Quantities are absolute: the newest change of one thing supersedes those before it. */
const aboutTheSame = (a: CartChange, b: CartChange) =>
  'productId' in a && 'productId' in b ? a.productId === b.productId : a.kind === b.kind

const mark = 'cart-under-way'

const begun = 'begun'

/**
 * What the next page of this tab has to know, in session storage (skipped when it is blocked): whether
 * changes are pending, and else when the last one ended. That may be after the next page was rendered,
 * while this one still receives the response.
 */
const leftUnderWay = {
  begin: () => quietly(() => sessionStorage.setItem(mark, begun)),
  end: () =>
    quietly(() => sessionStorage.setItem(mark, String(performance.timeOrigin + performance.now()))),
  take: () =>
    quietly(() => {
      const left = sessionStorage.getItem(mark)
      sessionStorage.removeItem(mark)
      return left === begun || Number(left) > performance.timeOrigin
    }) ?? false,
}

function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
