import type Stripe from 'stripe'

import type { SessionLine } from './checkout-session-details.ts'
import { cancelPaymentIntent } from './payment-intent-life.ts'
import type { World } from './world.ts'

/** Sets the session's totals from its lines and shipping: the amount shown is the amount charged. */
export function setTotals(
  session: Stripe.Checkout.Session,
  lines: SessionLine[],
  shipping: Stripe.Checkout.Session.ShippingOption | null,
): void {
  const sum = (of: (line: SessionLine) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  const shippingAmount = shipping?.shipping_amount ?? 0
  session.amount_subtotal = sum((line) => line.amountSubtotal)
  session.amount_total = sum((line) => line.amountTotal) + shippingAmount
  session.total_details = {
    amount_discount: 0,
    amount_shipping: shippingAmount,
    amount_tax: sum((line) => line.amountTax),
  }
  session.shipping_cost = shipping && {
    amount_subtotal: shippingAmount,
    amount_tax: 0,
    amount_total: shippingAmount,
    shipping_rate: shipping.shipping_rate as string,
  }
}

/** Expires an open session and cancels its payment. */
export function expireSession(world: World, session: Stripe.Checkout.Session): void {
  session.status = 'expired'
  session.url = null
  world.collections.sessions.save(session)
  const intent = world.collections.paymentIntents.get(
    (session.payment_intent as string | null) ?? '',
  )
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(world, intent, 'automatic')
  world.events.emit('checkout.session.expired', session)
}

/** Expires sessions past `expires_at`, checked once a second. */
export class SessionExpiry {
  readonly #world: World
  readonly #open = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(world: World) {
    this.#world = world
    this.#timer = setInterval(() => this.sweep(), 1000).unref()
  }

  /** Called for every session that is created or restored from the journal. */
  watch(session: Stripe.Checkout.Session): void {
    if (session.status === 'open') this.#open.add(session.id)
  }

  sweep(): void {
    const now = this.#world.now()
    for (const id of this.#open) {
      const session = this.#world.collections.sessions.get(id)!
      if (session.status === 'open' && session.expires_at > now) continue
      this.#open.delete(id)
      if (session.status === 'open') expireSession(this.#world, session)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Reads a session; expires it first when its time is over. */
export function currentSession(world: World, id: string): Stripe.Checkout.Session | undefined {
  const session = world.collections.sessions.get(id)
  if (session?.status === 'open' && session.expires_at <= world.now()) expireSession(world, session)
  return session
}
