import type { Checkout } from './checkouts.store.server.ts'
import { startNextAttempt, saveProviderSession } from './checkouts.store.server.ts'
import { isOffer } from '#catalogue/offers/offers.rules.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'

import { endCheckout } from './end-checkout.actions.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import type { SessionAtProvider } from './session-requests.actions.server.ts'

type RequestedSession =
  | Outcome<'provider-away' | 'provider-refused' | 'price-differs', { url: string }>
  | 'no-longer-open'

/** In-process deduplication: concurrent requests for one checkout share one call. */
const pending = new Map<string, Promise<RequestedSession>>()

/** The hosted session of an open checkout: the existing one, or a new one. Never two. */
export function requestProviderSession(
  services: Services,
  checkout: Checkout,
  sessionFor: () => Promise<SessionAtProvider>,
): Promise<RequestedSession> {
  if (checkout.sessionUrl) return Promise.resolve({ ok: true, url: checkout.sessionUrl })
  const running = pending.get(checkout.id)
  if (running) return running
  const requested = createOrFind(services, checkout, sessionFor).finally(() =>
    pending.delete(checkout.id),
  )
  pending.set(checkout.id, requested)
  return requested
}

/** An offer's shipping is chosen on the hosted page, so only its wine can be compared. */
function isPricedAs(
  { channel, subtotalCents, totalCents }: Checkout,
  { subtotal, total }: { subtotal: number | null; total: number | null },
): boolean {
  if (subtotal === null) return true
  // The provider's subtotal is its line, which is the shipping.
  if (channel === 'reshipment') return total === totalCents
  return subtotal === subtotalCents && (isOffer(channel) || total === totalCents)
}

async function createOrFind(
  services: Services,
  checkout: Checkout,
  sessionFor: () => Promise<SessionAtProvider>,
): Promise<RequestedSession> {
  const { db, payments, log } = services
  try {
    const atProvider = await sessionFor()
    const session = await atProvider
      .create(`checkout:${checkout.id}:${checkout.attempt}`)
      .catch(async (error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error
        // It may have been created and only the response lost: look it up before it is tried again.
        const found = await atProvider.find()
        if (found?.url) return { id: found.id, url: found.url, subtotal: null, total: null }
        await startNextAttempt(db, checkout.id)
        throw error
      })
    if (!isPricedAs(checkout, session)) {
      log.error(
        { checkout: checkout.id, shop: checkout.totalCents, provider: session.total },
        'checkout session has another amount, sale stopped',
      )
      await payments.expireSession(session.id)
      await endCheckout(services, checkout, 'cancelled')
      return { ok: false, reason: 'price-differs' }
    }
    if (await saveProviderSession(db, checkout.id, session)) return { ok: true, url: session.url }
    await payments.expireSession(session.id)
    return 'no-longer-open'
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn(
        { err: error, checkout: checkout.id },
        'no checkout session: payment provider unavailable',
      )
      return { ok: false, reason: 'provider-away' }
    }
    if (error instanceof ProviderRefused) {
      log.error(
        { err: error, checkout: checkout.id },
        'no checkout session: refused by the payment provider',
      )
      await endCheckout(services, checkout, 'cancelled')
      return { ok: false, reason: 'provider-refused' }
    }
    throw error
  }
}
