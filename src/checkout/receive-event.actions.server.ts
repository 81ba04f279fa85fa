import { recordAfterSale } from '#orders/disputes/record-after-sale.actions.server.ts'
import { isAfterSaleEvent, isPaymentEvent } from '#payments/payment-events.ts'
import type { ProviderEvent } from '#payments/payments.ts'
import { ForeignEvent, ForgedEvent, ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'

import { insertProviderEvent } from './provider-events.store.server.ts'
import { recordPayment } from './record-payment.actions.server.ts'

type ReceivedEvent = 'settled' | 'forged' | 'foreign' | 'later'

/**
 * Handles a webhook event of the payment provider. The signature is checked over the raw body; the
 * event itself is only a notification. `later` when the provider is unavailable: it sends the event
 * again, and the reconciliation job also finds it unsettled.
 */
export async function receiveEvent(
  services: Services,
  rawBody: Buffer,
  signature: string,
): Promise<ReceivedEvent> {
  try {
    await settleEvent(services, services.payments.readEvent(rawBody, signature))
    return 'settled'
  } catch (error) {
    if (error instanceof ForgedEvent) return 'forged'
    if (error instanceof ForeignEvent) return 'foreign'
    if (error instanceof ProviderUnavailable) return 'later'
    throw error
  }
}

/** How many hours an out-of-order event waits for its payment to become an order. */
const outOfOrderHours = 24

/**
 * Fetches the state of what an event is about, records it, and stores the event. When the provider
 * is unavailable, or the order is not recorded yet, the event is stored as unsettled for the
 * reconciliation job. Throws ProviderUnavailable.
 */
export async function settleEvent(services: Services, event: ProviderEvent): Promise<void> {
  if (!isPaymentEvent(event.type) || !event.objectId) return
  const { db, clock, log } = services
  let isEarly = false
  try {
    if (isAfterSaleEvent(event.type)) {
      isEarly = (await recordAfterSale(services, event.objectId)) === 'early'
    } else await recordPayment(services, event.objectId, { checkoutId: event.checkoutId })
  } catch (error) {
    await insertProviderEvent(db, event, null)
    throw error
  }
  const now = clock()
  const isWaiting =
    isEarly && now.getTime() - event.createdAt.getTime() < outOfOrderHours * 3_600_000
  if (isEarly && !isWaiting) log.error({ event: event.id }, 'a payment never became an order')
  await insertProviderEvent(db, event, isWaiting ? null : now)
}
