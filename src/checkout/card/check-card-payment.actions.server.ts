import { mayCallProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { checkoutOfSource } from '../checkouts.store.server.ts'
import { recordPayment } from '../record-payment.actions.server.ts'
import type { CardPaymentStatus } from './charge-card.actions.server.ts'
import { paidStatus, statusOfPayment } from './charge-card.actions.server.ts'

/**
 * Status of a card payment, identified by its id or its confirmation token, for its owner only;
 * `unknown` for anyone else. A paid payment is recorded.
 */
export async function checkCardPayment(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  source: string,
  address: string,
): Promise<CardPaymentStatus | 'unknown' | 'too-many-calls' | 'provider-away'> {
  demandConfirmed(viewer)
  const { db, payments } = services
  const checkout = await checkoutOfSource(db, viewer.id, source)
  if (!checkout?.paymentIntentId) return 'unknown'
  if (checkout.state === 'paid') return paidStatus(services, checkout)
  if (!(await mayCallProvider(services, viewer, address))) return 'too-many-calls'
  try {
    const payment = await payments.getCardPayment(checkout.paymentIntentId)
    if (!payment) return 'unknown'
    if (payment.paid) await recordPayment(services, payment.id, { payment })
    const owner = await userById(db, viewer.id)
    return statusOfPayment(payment, checkout, owner?.stripeCustomerId ?? null)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'provider-away'
    throw error
  }
}
