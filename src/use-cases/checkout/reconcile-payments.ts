import { overdueCheckouts } from '#data/checkouts.ts'
import { isDatabaseAway } from '#data/database-away.ts'
import { askedRefunds } from '#data/refunds.ts'
import { settledAmong, unsettledEvents } from '#data/provider-events.ts'
import type { ProviderEvent } from '#services/payments/payments.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { endCheckout } from './end-checkout.ts'
import { makeRefund } from '#use-cases/orders/make-refund.ts'
import type { Log, Parts } from '#use-cases/parts.ts'
import { settleEvent } from './receive-event.ts'

/** How far back the provider's own list of events is read, in minutes. */
const lookBackMinutes = 90

/** A refund that was asked for so long ago is no more under way in another process. */
const refundMinutes = 10

/**
 * Catches up with the provider: events that never came or could not be settled, checkouts whose hold
 * has ended, and refunds that were asked for and not made. Runs each minute. What fails by itself is
 * logged and holds up nothing else; when the provider or the database is away all is left as it is.
 */
export async function reconcilePayments(parts: Parts): Promise<void> {
  const { db, payments, clock, log } = parts
  const settle = (event: ProviderEvent) =>
    apart(log, { event: event.id }, () => settleEvent(parts, event))
  try {
    const since = new Date(clock().getTime() - lookBackMinutes * 60_000)
    const told = await payments.paymentEventsSince(since)
    const toldIds = told.map((event) => event.id)
    const settled = await settledAmong(db, toldIds)
    for (const event of told) if (!settled.has(event.id)) await settle(event)
    for (const event of await unsettledEvents(db, 100)) {
      if (!toldIds.includes(event.id)) await settle(event)
    }
    for (const checkout of await overdueCheckouts(db, clock(), 100)) {
      await apart(log, { checkout: checkout.id }, () => endCheckout(parts, checkout, 'expired'))
    }
    const waiting = new Date(clock().getTime() - refundMinutes * 60_000)
    for (const refund of await askedRefunds(db, waiting, 100)) {
      await apart(log, { refund: refund.id }, () => makeRefund(parts, refund.id))
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'could not reconcile payments: the provider is away')
  }
}

/** Does one of many: its own failure is logged, and only what would fail all of them is thrown. */
async function apart(log: Log, what: object, deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed()
  } catch (error) {
    if (error instanceof ProviderUnavailable || isDatabaseAway(error)) throw error
    log.error({ err: error, ...what }, 'could not be reconciled')
  }
}
