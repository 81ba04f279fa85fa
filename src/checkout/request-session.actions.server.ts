import { linesTotal } from '#catalogue/prices/amounts.rules.ts'
import type { OpenedSession } from '#payments/payment-session.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { mayRequestPage } from './checkout.rules.ts'
import type { Checkout } from './checkouts.store.server.ts'
import { startNextAttempt, saveProviderSession } from './checkouts.store.server.ts'
import { endCheckout } from './end-checkout.actions.server.ts'

type RequestedSession =
  | Outcome<'provider-away' | 'provider-refused' | 'price-differs', { url: string }>
  | 'no-longer-open'

/** Creates the page with an idempotency key, from what was read beforehand. */
type CreateSession = (key: string) => Promise<OpenedSession>

/** In-process deduplication: concurrent requests for one checkout share one call. */
const pending = new Map<string, Promise<RequestedSession>>()

/**
 * The hosted session of an open checkout: the existing one, or a new one for which `prepare` reads what the
 * request needs. Never two.
 */
export function requestProviderSession(
  services: Services,
  checkout: Checkout,
  prepare: () => Promise<CreateSession>,
): Promise<RequestedSession> {
  if (checkout.sessionUrl) return Promise.resolve({ ok: true, url: checkout.sessionUrl })
  const running = pending.get(checkout.id)
  if (running) return running
  const requested = createOrFind(services, checkout, prepare).finally(() =>
    pending.delete(checkout.id),
  )
  pending.set(checkout.id, requested)
  return requested
}

async function createOrFind(
  services: Services,
  checkout: Checkout,
  prepare: () => Promise<CreateSession>,
): Promise<RequestedSession> {
  const { db, payments, log, channels, clock } = services
  const { compared, find } = channels[checkout.channel]
  if (!mayRequestPage(checkout, clock())) {
    // The provider was unavailable for so long: the caller opens another checkout.
    const ended = await endCheckout(services, checkout, 'cancelled')
    return ended === 'unknown' ? { ok: false, reason: 'provider-away' } : 'no-longer-open'
  }
  try {
    const create = await prepare()
    const session = await create(`checkout:${checkout.id}:${checkout.attempt}`).catch(
      async (error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error
        // It may have been created and only the response lost: look it up before it is tried again.
        const found = await find(services, checkout)
        if (found?.url) return { id: found.id, url: found.url, subtotal: null, total: null }
        await startNextAttempt(db, checkout.id)
        throw error
      },
    )
    const ours = { subtotal: linesTotal(checkout), total: checkout.totalCents }
    // The amounts of a page that was found again are not known: it was created by an equal request.
    if (compared.some((amount) => session[amount] !== null && session[amount] !== ours[amount])) {
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
