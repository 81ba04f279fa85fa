import type { CartChange } from '#domain/cart-change.ts'
import type { NoticeCode } from '#domain/copy/notices.ts'
import type { CartView } from '#use-cases/cart/view-cart.ts'

import { fetchCart, sendCartChange } from './send-cart-change.ts'

type Told = {
  /** The cart as the server has it now. */
  onServer: (view: CartView) => void
  /** Steps that the server has not answered yet, in their order. */
  onWaiting: (steps: readonly CartChange[]) => void
  onRefused: (why: NoticeCode) => void
}

export type CartQueue = {
  change: (step: CartChange) => void
  /** Resolves once the server has answered every step taken so far; null when none is. */
  underWay: () => Promise<void> | null
  /** True once when the page before was left with steps on their way: this one may be behind. */
  wasLeftUnderWay: () => boolean
  /** Asks how the cart stands, unless steps are on their way. */
  lookAgain: () => Promise<void>
}

/** Sends the steps one by one: the server hears them in the order in which they were taken. */
export function openCartQueue({ onServer, onWaiting, onRefused }: Told): CartQueue {
  let waiting: readonly CartChange[] = []
  let sent: CartChange | null = null
  let running: Promise<void> | null = null

  function wait(steps: readonly CartChange[]) {
    waiting = steps
    onWaiting(steps)
  }

  async function workOff() {
    leftUnderWay.note()
    for (let step = waiting[0]; step; step = waiting[0]) {
      sent = step
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other on purpose
        const answer = await sendCartChange(step)
        onServer(answer.view)
        if (answer.whyNot) onRefused(answer.whyNot)
        wait(waiting.slice(1))
      } catch {
        onRefused('offline')
        wait([])
      }
      sent = null
    }
    running = null
    leftUnderWay.forget()
  }

  return {
    change(step) {
      const kept = waiting.filter((other) => other === sent || !aboutTheSame(other, step))
      wait([...kept, step])
      running ??= workOff()
    },
    underWay: () => running,
    wasLeftUnderWay: leftUnderWay.take,
    async lookAgain() {
      if (running) return
      const answer = await fetchCart().catch(() => null)
      if (answer && !running) onServer(answer.view)
    },
  }
}

/** Quantities are said absolutely: the newest step on one thing stands for those before it. */
const aboutTheSame = (a: CartChange, b: CartChange) =>
  'productId' in a && 'productId' in b ? a.productId === b.productId : a.kind === b.kind

const mark = 'cart-under-way'

/** A note to the next page of this tab; where storage is refused, nothing is noted. */
const leftUnderWay = {
  note: () => quietly(() => sessionStorage.setItem(mark, 'yes')),
  forget: () => quietly(() => sessionStorage.removeItem(mark)),
  take: () =>
    quietly(() => {
      const was = sessionStorage.getItem(mark) !== null
      sessionStorage.removeItem(mark)
      return was
    }) ?? false,
}

function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
