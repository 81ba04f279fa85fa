import { paymentGroundOf } from '#data/checkouts.ts'
import type { PaymentStanding } from '#services/payments/card-payments.ts'

import { bookedAlready, bookPayment } from './book-payment.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { RecordedPayment } from './record-payment.ts'
import { returnHold } from './return-hold.ts'

/** What is known of a payment by card beside its id. */
export type KnownPayment = {
  /** The checkout it says it is for: spares asking when that one is not paid by card. */
  checkoutId?: string | null | undefined
  /** How the provider has just said it stands: spares asking. */
  standing?: PaymentStanding | undefined
}

/** Makes our books agree with the provider about one payment by card. */
export async function recordCardPayment(
  parts: Parts,
  paymentIntentId: string,
  { checkoutId, standing }: KnownPayment,
): Promise<RecordedPayment> {
  const { db, payments } = parts
  const known = await paymentGroundOf(db, checkoutId ? { checkoutId } : { paymentIntentId })
  // The payment behind a payment page is recorded by the page's session.
  if (known && known.checkout.channel !== 'card') return { state: 'unknown' }
  if (known?.order) return bookedAlready(known.checkout, known.order)

  const payment = standing ?? (await payments.getCardPayment(paymentIntentId))
  const ground =
    known ??
    (payment?.checkoutId ? await paymentGroundOf(db, { checkoutId: payment.checkoutId }) : null)
  if (!payment || ground?.checkout.channel !== 'card') return { state: 'unknown' }
  if (payment.state === 'expired') {
    const own = ground.checkout.paymentIntentId ?? paymentIntentId
    // One that was never tried may have been made beside it, its answer lost.
    if (own === paymentIntentId) await returnHold(parts, ground.checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (!payment.paid) return { state: 'open' }
  return bookPayment(parts, { ...payment, sessionId: null, paymentLinkId: null }, ground, null)
}
