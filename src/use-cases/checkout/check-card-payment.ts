import { checkoutOfSource } from '#data/checkouts.ts'
import type { Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import type { CardStanding } from './charge-card.ts'
import { paidStanding, standingOf } from './charge-card.ts'
import type { Parts } from '#use-cases/parts.ts'
import { recordPayment } from './record-payment.ts'

/**
 * How a payment by card stands, named by itself or by the token it was tried with, for its owner
 * alone; `unknown` when it is nobody's or another's. What turns out to be paid is recorded.
 */
export async function checkCardPayment(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  source: string,
): Promise<CardStanding | 'unknown' | 'provider-away'> {
  const { db, payments } = parts
  const checkout = await checkoutOfSource(db, viewer.id, source)
  if (!checkout?.paymentIntentId) return 'unknown'
  if (checkout.state === 'paid') return paidStanding(parts, checkout)
  try {
    const payment = await payments.getCardPayment(checkout.paymentIntentId)
    if (!payment) return 'unknown'
    if (payment.paid) await recordPayment(parts, payment.id, { standing: payment })
    const owner = await userById(db, viewer.id)
    return standingOf(payment, checkout, owner?.stripeCustomerId ?? null)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'provider-away'
    throw error
  }
}
