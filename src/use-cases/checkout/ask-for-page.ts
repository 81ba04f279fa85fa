import type { Checkout } from '#data/checkouts.ts'
import { countAttempt, keepSession } from '#data/checkouts.ts'
import type { PaymentSession } from '#services/payments/payments.ts'
import { ProviderRefused, ProviderUnavailable } from '#services/payments/payments.ts'

import { endCheckout } from './end-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'

export type AskedPage =
  | { ok: true; url: string }
  | { ok: false; reason: 'provider-away' | 'provider-refused' }
  | 'no-longer-open'

/** How a checkout's page is asked for, and looked for once an answer was lost. */
export type PageAtProvider = {
  create(key: string): Promise<{ id: string; url: string }>
  find(): Promise<PaymentSession | null>
}

/** Requests of this process for one checkout's page share one question: twenty clicks, one call. */
const asking = new Map<string, Promise<AskedPage>>()

/** The payment page of an open checkout: the one it has, or a new one. Never two. */
export function askForPage(
  parts: Parts,
  checkout: Checkout,
  pageOf: () => Promise<PageAtProvider>,
): Promise<AskedPage> {
  if (checkout.sessionUrl) return Promise.resolve({ ok: true, url: checkout.sessionUrl })
  const underWay = asking.get(checkout.id)
  if (underWay) return underWay
  const asked = ask(parts, checkout, pageOf).finally(() => asking.delete(checkout.id))
  asking.set(checkout.id, asked)
  return asked
}

async function ask(
  parts: Parts,
  checkout: Checkout,
  pageOf: () => Promise<PageAtProvider>,
): Promise<AskedPage> {
  const { db, payments, log } = parts
  try {
    const page = await pageOf()
    const session = await page
      .create(`checkout:${checkout.id}:${checkout.attempt}`)
      .catch(async (error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error
        // It may have been made and only its answer lost: look, before anything is tried again.
        const found = await page.find()
        if (found?.url) return { id: found.id, url: found.url }
        await countAttempt(db, checkout.id)
        throw error
      })
    if (await keepSession(db, checkout.id, session)) return { ok: true, url: session.url }
    await payments.expireSession(session.id)
    return 'no-longer-open'
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ err: error, checkout: checkout.id }, 'no payment page: the provider is away')
      return { ok: false, reason: 'provider-away' }
    }
    if (error instanceof ProviderRefused) {
      log.error({ err: error, checkout: checkout.id }, 'no payment page: the provider refused')
      await endCheckout(parts, checkout, 'cancelled')
      return { ok: false, reason: 'provider-refused' }
    }
    throw error
  }
}
