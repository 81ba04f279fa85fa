import type { Checkout } from './checkouts.store.server.ts'
import { openCheckoutsOf } from './checkouts.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { isOffer } from '#catalogue/offers/offers.rules.ts'
import type { CardPayment } from '#payments/card-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { ProviderUnavailable } from '#payments/payments.ts'

import type { Services } from '#platform/services/services.ts'
import { recordPayment } from './record-payment.actions.server.ts'
import { releaseHold } from './release-hold.actions.server.ts'

/**
 * Ends an open checkout. Its payment page is closed at the provider, or its card payment cancelled,
 * and only then is its stock released: what can still be paid keeps its hold. `paid` when it turns
 * out to be paid (the order is then recorded); `unknown` when the provider is unavailable or has
 * not decided, and nothing was changed.
 */
export async function endCheckout(
  services: Services,
  checkout: Checkout,
  to: 'expired' | 'cancelled',
): Promise<'ended' | 'paid' | 'unknown'> {
  try {
    const payment = await closedPayment(services, checkout)
    if (payment?.state === 'complete') {
      const { state } = await recordPayment(services, payment.id)
      if (state === 'paid' || state === 'reshipped') return 'paid'
      return state === 'refused' ? 'ended' : 'unknown'
    }
    if (payment?.state === 'open') return 'unknown'
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unknown'
    throw error
  }
  await releaseHold(services, checkout.id, to)
  return 'ended'
}

/** Ends all open checkouts of a user. False when the provider is unavailable for one of them. */
export async function endOpenCheckouts(services: Services, userId: string): Promise<boolean> {
  for (const checkout of await openCheckoutsOf(services.db, userId)) {
    if ((await endCheckout(services, checkout, 'cancelled')) === 'unknown') return false
  }
  return true
}

/** The payment after closing it; null when there never was one. */
async function closedPayment(
  services: Services,
  checkout: Checkout,
): Promise<PaymentSession | CardPayment | null> {
  const { payments } = services
  if (checkout.channel === 'card') {
    const id = checkout.paymentIntentId ?? (await lostPayment(services, checkout))?.id
    return id ? payments.cancelCardPayment(id) : null
  }
  const id = checkout.sessionId ?? (await lostPayment(services, checkout))?.id
  return id ? payments.expireSession(id) : null
}

/** The response with the payment's id may have been lost: the payment is searched by our own id. */
async function lostPayment({ db, payments }: Services, checkout: Checkout) {
  if (isOffer(checkout.channel) || checkout.channel === 'reshipment')
    return payments.findOfferSession(checkout.id, checkout.startedAt)
  const user = checkout.userId ? await userById(db, checkout.userId) : null
  if (!user?.stripeCustomerId) return null
  return checkout.channel === 'card'
    ? payments.findCardPayment(user.stripeCustomerId, checkout.id)
    : payments.findSession(user.stripeCustomerId, checkout.id)
}
