import { ProviderUnavailable } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { RecordedPayment } from './record-payment.ts'
import { recordPayment } from './record-payment.ts'

export type ReturnedBuyer = RecordedPayment | { state: 'being-confirmed' }

/**
 * A buyer comes back from the payment page. `being-confirmed` when the provider can't be asked just
 * now: the event or the reconciling job will bring the order into the books.
 */
export async function returnFromPayment(parts: Parts, sessionId: string): Promise<ReturnedBuyer> {
  try {
    return await recordPayment(parts, sessionId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    parts.log.warn({ err: error }, 'a buyer came back while the provider was away')
    return { state: 'being-confirmed' }
  }
}
