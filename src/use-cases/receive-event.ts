import { markEventSettled, noteProviderEvent } from '#data/provider-events.ts'
import type { ProviderEvent } from '#services/payments/payments.ts'

import type { Parts } from './parts.ts'
import { recordPayment } from './record-payment.ts'

/**
 * Takes an event of the payment provider. The signature is checked over the raw body; what the
 * event says is only a nudge. Throws ForgedEvent, or ProviderUnavailable, in which case the provider sends it
 * again and the reconciling job finds it unsettled.
 */
export async function receiveEvent(
  parts: Parts,
  rawBody: string | Buffer,
  signature: string,
): Promise<void> {
  await settleEvent(parts, parts.payments.readEvent(rawBody, signature))
}

/** Notes the event and converges on what it is about, once. */
export async function settleEvent(parts: Parts, event: ProviderEvent): Promise<void> {
  const { db } = parts
  const isNews = await noteProviderEvent(db, event)
  if (!isNews) return
  if (event.type.startsWith('checkout.session.') && event.objectId) {
    await recordPayment(parts, event.objectId)
  }
  await markEventSettled(db, event.id)
}
