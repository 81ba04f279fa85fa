import type { Checkout } from '#data/checkouts.ts'
import { openCheckoutsOf } from '#data/forget-person.ts'
import { userById } from '#data/people.ts'
import { isOffer } from '#domain/offers.ts'
import type { CardPayment } from '#services/payments/card-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'
import { recordPayment } from './record-payment.ts'
import { returnHold } from './return-hold.ts'

/**
 * Ends an open checkout. Its payment page is closed at the provider first, or its payment by card
 * cancelled, and only then is the stock given back: what can still be paid keeps its wine. `paid`
 * when it turns out to be paid (the order is then in the books), `unknown` when the provider can't
 * be asked or has not decided, and nothing was changed.
 */
export async function endCheckout(
  parts: Parts,
  checkout: Checkout,
  to: 'expired' | 'cancelled',
): Promise<'ended' | 'paid' | 'unknown'> {
  try {
    const payment = await closedPayment(parts, checkout)
    if (payment?.state === 'complete') {
      const { state } = await recordPayment(parts, payment.id)
      if (state === 'paid') return 'paid'
      return state === 'refused' ? 'ended' : 'unknown'
    }
    if (payment?.state === 'open') return 'unknown'
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unknown'
    throw error
  }
  await returnHold(parts, checkout.id, to)
  return 'ended'
}

/** Ends all that somebody could still pay. False when the provider can't be asked about one of them. */
export async function endOpenCheckouts(parts: Parts, userId: string): Promise<boolean> {
  for (const checkout of await openCheckoutsOf(parts.db, userId)) {
    if ((await endCheckout(parts, checkout, 'cancelled')) === 'unknown') return false
  }
  return true
}

/** What could still have been paid, after closing it; null when there never was anything. */
async function closedPayment(
  parts: Parts,
  checkout: Checkout,
): Promise<PaymentSession | CardPayment | null> {
  const { payments } = parts
  if (checkout.channel === 'card') {
    const id = checkout.paymentIntentId ?? (await lostPayment(parts, checkout))?.id
    return id ? payments.cancelCardPayment(id) : null
  }
  const id = checkout.sessionId ?? (await lostPayment(parts, checkout))?.id
  return id ? payments.expireSession(id) : null
}

/** The answer that named the payment may have been lost: it is looked for by our own id. */
async function lostPayment({ db, payments }: Parts, checkout: Checkout) {
  if (isOffer(checkout.channel)) return payments.findOfferSession(checkout.id, checkout.startedAt)
  const user = checkout.userId ? await userById(db, checkout.userId) : null
  if (!user?.stripeCustomerId) return null
  return checkout.channel === 'card'
    ? payments.findCardPayment(user.stripeCustomerId, checkout.id)
    : payments.findSession(user.stripeCustomerId, checkout.id)
}
