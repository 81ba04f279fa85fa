import { makeRefund } from '#orders/refunds/make-refund.actions.server.ts'
import { requestedRefunds } from '#orders/refunds/refunds.store.server.ts'
import type { ProviderEvent } from '#payments/payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'
import type { Log, Services } from '#platform/services/services.ts'

import { overdueCheckouts } from './checkouts.store.server.ts'
import { endCheckout } from './end-checkout.actions.server.ts'
import { settledAmong, unsettledEvents } from './provider-events.store.server.ts'
import { settleEvent } from './receive-event.actions.server.ts'

/** How far back the provider's list of events is read, in minutes. */
const lookBackMinutes = 90

/** Age in minutes after which no other process can still be making a requested refund. */
const refundMinutes = 10

/** Failures of the provider after which it counts as unavailable, and not for one payment alone. */
const mostUnavailable = 3

/**
 * Catches up with the provider: missed or unsettled events, checkouts whose hold has ended, and
 * refunds that were requested but not made. Runs each minute. A single failure is logged and does
 * not stop the rest, which an unavailable database and the third failure of the provider do.
 */
export async function settlePendingPayments(services: Services): Promise<void> {
  const { db, payments, clock, log } = services
  const apart = oneByOne(log)
  const settle = (event: ProviderEvent) =>
    apart({ event: event.id }, () => settleEvent(services, event))
  try {
    const since = new Date(clock().getTime() - lookBackMinutes * 60_000)
    const listed = await payments.paymentEventsSince(since)
    const listedIds = listed.map((event) => event.id)
    const settled = await settledAmong(db, listedIds)
    for (const event of listed) if (!settled.has(event.id)) await settle(event)
    for (const event of await unsettledEvents(db, 100)) {
      if (!listedIds.includes(event.id)) await settle(event)
    }
    for (const checkout of await overdueCheckouts(db, clock(), 100)) {
      await apart({ checkout: checkout.id }, () => endCheckout(services, checkout, 'expired'))
    }
    const waiting = new Date(clock().getTime() - refundMinutes * 60_000)
    for (const refund of await requestedRefunds(db, waiting, 100)) {
      await apart({ refund: refund.id }, () => makeRefund(services, refund.id))
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'payments not reconciled: payment provider unavailable')
  }
}

/** Runs one of many. Its failure is logged, or thrown where all others would fail, too. */
function oneByOne(log: Log) {
  let unavailable = 0
  return async (what: object, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (error instanceof ProviderUnavailable && ++unavailable >= mostUnavailable) throw error
      log.error({ err: error, ...what }, 'payment not reconciled')
    }
  }
}
