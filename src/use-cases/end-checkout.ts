import type { Checkout } from '#data/checkouts.ts'
import { userById } from '#data/people.ts'
import { isOffer } from '#domain/offers.ts'
import type { PaymentSession } from '#services/payments/payments.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import type { Parts } from './parts.ts'
import { recordPayment } from './record-payment.ts'
import { returnHold } from './return-hold.ts'

/**
 * Ends an open checkout. Its payment page is closed at the provider first, and only then is the
 * stock given back: what can still be paid keeps its wine. `paid` when it turns out to be paid (the
 * order is then in the books), `unknown` when the provider can't be asked and nothing was changed.
 */
export async function endCheckout(
  parts: Parts,
  checkout: Checkout,
  to: 'expired' | 'cancelled',
): Promise<'ended' | 'paid' | 'unknown'> {
  try {
    const session = await closedSession(parts, checkout)
    if (session?.state === 'complete') {
      const { state } = await recordPayment(parts, session.id)
      if (state === 'paid') return 'paid'
      return state === 'refused' ? 'ended' : 'unknown'
    }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unknown'
    throw error
  }
  await returnHold(parts, checkout.id, to)
  return 'ended'
}

/** The checkout's session after closing it, or null when it never had one. */
async function closedSession(parts: Parts, checkout: Checkout): Promise<PaymentSession | null> {
  const { payments } = parts
  if (checkout.sessionId) return payments.expireSession(checkout.sessionId)
  const found = await lostSession(parts, checkout)
  return found ? payments.expireSession(found.id) : null
}

/** The answer that named the session may have been lost: it is looked for by our own id. */
async function lostSession({ db, payments }: Parts, checkout: Checkout) {
  if (isOffer(checkout.channel)) return payments.findOfferSession(checkout.id, checkout.startedAt)
  const user = checkout.userId ? await userById(db, checkout.userId) : null
  return user?.stripeCustomerId ? payments.findSession(user.stripeCustomerId, checkout.id) : null
}
