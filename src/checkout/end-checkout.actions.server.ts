import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'

import type { Checkout } from './checkouts.store.server.ts'
import { openCheckoutsOf } from './checkouts.store.server.ts'
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
    const { idOf, find, close } = services.channels[checkout.channel]
    const id = idOf(checkout) ?? (await find(services, checkout))?.id
    const payment = id ? await close(services, id) : null
    if (payment?.state === 'complete') {
      const { state } = await recordPayment(services, payment.id)
      if (state === 'paid' || state === 'booked') return 'paid'
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
