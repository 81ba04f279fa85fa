import { noteProviderEvent } from '#data/provider-events.ts'
import { isAfterSaleEvent, isPaymentEvent } from '#services/payments/payment-events.ts'
import type { ProviderEvent } from '#services/payments/payments.ts'
import { ForgedEvent, ProviderUnavailable } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'
import { recordAfterSale } from '#use-cases/orders/record-after-sale.ts'
import { recordPayment } from './record-payment.ts'

export type ReceivedEvent = 'settled' | 'forged' | 'later'

/**
 * Takes an event of the payment provider. The signature is checked over the raw body; what the
 * event says is only a nudge. `later` when the provider can't be asked about it now: it sends the
 * event again, and the reconciling job finds it unsettled too.
 */
export async function receiveEvent(
  parts: Parts,
  rawBody: Buffer,
  signature: string,
): Promise<ReceivedEvent> {
  try {
    await settleEvent(parts, parts.payments.readEvent(rawBody, signature))
    return 'settled'
  } catch (error) {
    if (error instanceof ForgedEvent) return 'forged'
    if (error instanceof ProviderUnavailable) return 'later'
    throw error
  }
}

/** Longest that an event waits for its payment to become an order, in hours. */
const earlyHours = 24

/**
 * Converges on what an event is about, and notes it. When the provider is away, or the order it is
 * about is not written yet, it is noted as unsettled, for the reconciling job. Throws
 * ProviderUnavailable.
 */
export async function settleEvent(parts: Parts, event: ProviderEvent): Promise<void> {
  if (!isPaymentEvent(event.type) || !event.objectId) return
  const { db, clock, log } = parts
  let isEarly = false
  try {
    if (isAfterSaleEvent(event.type)) {
      isEarly = (await recordAfterSale(parts, event.objectId)) === 'early'
    } else await recordPayment(parts, event.objectId, { checkoutId: event.checkoutId })
  } catch (error) {
    await noteProviderEvent(db, event, null)
    throw error
  }
  const now = clock()
  const isWaiting = isEarly && now.getTime() - event.createdAt.getTime() < earlyHours * 3_600_000
  if (isEarly && !isWaiting) log.error({ event: event.id }, 'a payment never became an order')
  await noteProviderEvent(db, event, isWaiting ? null : now)
}
