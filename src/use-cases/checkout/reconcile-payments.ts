import { overdueCheckouts } from '#data/checkouts.ts'
import { askedRefunds } from '#data/refunds.ts'
import { settledAmong, unsettledEvents } from '#data/provider-events.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { endCheckout } from './end-checkout.ts'
import { makeRefund } from '#use-cases/orders/make-refund.ts'
import type { Parts } from '#use-cases/parts.ts'
import { settleEvent } from './receive-event.ts'

/** How far back the provider's own list of events is read, in minutes. */
const lookBackMinutes = 90

/** A refund that was asked for so long ago is no more under way in another process. */
const refundMinutes = 10

/**
 * Catches up with the provider: events that never came or could not be settled, checkouts whose hold
 * has ended, and refunds that were asked for and not made. Runs each minute; when the provider is
 * away it leaves all as it is.
 */
export async function reconcilePayments(parts: Parts): Promise<void> {
  const { db, payments, clock, log } = parts
  try {
    const since = new Date(clock().getTime() - lookBackMinutes * 60_000)
    const told = await payments.paymentEventsSince(since)
    const settled = await settledAmong(
      db,
      told.map((event) => event.id),
    )
    for (const event of told) if (!settled.has(event.id)) await settleEvent(parts, event)
    for (const event of await unsettledEvents(db, 100)) await settleEvent(parts, event)
    for (const checkout of await overdueCheckouts(db, clock(), 100)) {
      await endCheckout(parts, checkout, 'expired')
    }
    const waiting = new Date(clock().getTime() - refundMinutes * 60_000)
    for (const refund of await askedRefunds(db, waiting, 100)) await makeRefund(parts, refund.id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'could not reconcile payments: the provider is away')
  }
}
