import type { PaymentStatus } from '#payments/card-payments.ts'
import type { Services } from '#platform/services/services.ts'

import { recordedResult, bookPayment } from '../book-payment.actions.server.ts'
import type { PaymentSnapshot } from '../checkouts.store.server.ts'
import { paymentSnapshotOf } from '../checkouts.store.server.ts'
import type { RecordedPayment } from '../recorded-payment.actions.server.ts'
import { releaseHold } from '../release-hold.actions.server.ts'

/** What the caller passes of a payment beside its id. */
export type KnownPayment = {
  /** The checkout in its metadata: no request is needed when that is not paid by card. */
  checkoutId?: string | null | undefined
  /** The payment as the provider has just returned it: no request is needed. */
  payment?: PaymentStatus | undefined
  /** What the ledger had of it a moment ago: not read again. */
  snapshot?: PaymentSnapshot | null | undefined
}

/** Brings the ledger in line with the provider about one card payment. */
export async function recordCardPayment(
  services: Services,
  paymentIntentId: string,
  { checkoutId, payment: returned, snapshot: read }: KnownPayment,
): Promise<RecordedPayment> {
  const { db, payments } = services
  const snapshotById =
    read ?? (await paymentSnapshotOf(db, checkoutId ? { checkoutId } : { paymentIntentId }))
  // The payment behind a payment page is recorded by the page's session.
  if (snapshotById && snapshotById.checkout.channel !== 'card') return { state: 'unknown' }
  if (snapshotById?.order) return recordedResult(snapshotById.checkout, snapshotById.order)

  const payment = returned ?? (await payments.getCardPayment(paymentIntentId))
  const snapshot =
    snapshotById ??
    (payment?.checkoutId ? await paymentSnapshotOf(db, { checkoutId: payment.checkoutId }) : null)
  if (!payment || snapshot?.checkout.channel !== 'card') return { state: 'unknown' }
  if (payment.state === 'expired') {
    const own = snapshot.checkout.paymentIntentId ?? paymentIntentId
    // Another payment that was never attempted may exist, its response lost.
    if (own === paymentIntentId) await releaseHold(services, snapshot.checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (!payment.paid) return { state: 'open' }
  return bookPayment(services, { ...payment, sessionId: null, paymentLinkId: null }, snapshot, null)
}
