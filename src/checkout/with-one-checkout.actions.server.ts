import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'

import type { Checkout } from './checkouts.store.server.ts'
import { endCheckout } from './end-checkout.actions.server.ts'

/** A checkout to pay, the open checkout that it would replace, or why there is none. */
type Found<Opened, Why> =
  | Opened
  | { superseded: Checkout }
  | { reason: Why }
  /** Its sentence has figures. */
  | { reason: Why; sentence: string }

type NotPaid<Why> =
  | { ok: false; reason: Why | 'already-paid' | 'provider-away' }
  | { ok: false; reason: Why; sentence: string }

/** Attempts: a request from another tab may change the checkout in between, rarely twice. */
const maxAttempts = 3

/**
 * Opens a checkout with `open` and pays it with `pay`. An open checkout to be replaced is ended
 * first; if it turns out to be paid, the result is `already-paid`. So a buyer has one checkout at a
 * time and never pays twice.
 */
export async function retryOnConflict<
  Opened extends { checkout: Checkout },
  Why extends string,
  Result,
>(
  services: Services,
  open: () => Promise<Found<Opened, Why>>,
  pay: (opened: Opened) => Promise<Result | 'no-longer-open'>,
): Promise<Result | NotPaid<Why>> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await open().catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) return null
      throw error
    })
    if (!found) return { ok: false, reason: 'provider-away' }
    if ('reason' in found) return { ok: false, ...found }
    if ('checkout' in found) {
      const result = await pay(found)
      if (result !== 'no-longer-open') return result
      continue
    }
    const ended = await endCheckout(services, found.superseded, 'cancelled')
    if (ended === 'paid') return { ok: false, reason: 'already-paid' }
    if (ended === 'unknown') return { ok: false, reason: 'provider-away' }
  }
  return { ok: false, reason: 'provider-away' }
}
