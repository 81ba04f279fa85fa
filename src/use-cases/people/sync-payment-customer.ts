import { clearPaymentCustomer, userById } from '#data/people/users.ts'

import type { Services } from '#use-cases/services.ts'
import { customerProfile, paymentCustomerOf } from './payment-customer.ts'

/**
 * Makes the member's customer at the payment provider agree with the profile; a customer that was
 * deleted there is created anew. Throws ProviderUnavailable; the queue tries again.
 */
export async function syncPaymentCustomer(services: Services, userId: string): Promise<void> {
  const { db, payments } = services
  const user = await userById(db, userId)
  if (!user) return
  if (user.stripeCustomerId) {
    if (await payments.updateCustomer(user.stripeCustomerId, customerProfile(user))) return
    await clearPaymentCustomer(db, user.id, user.stripeCustomerId)
  }
  await paymentCustomerOf(services, { ...user, stripeCustomerId: null })
}
