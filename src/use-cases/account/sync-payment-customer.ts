import { forgetPaymentCustomer, userById } from '#data/people.ts'

import type { Parts } from '#use-cases/parts.ts'
import { customerProfile, paymentCustomerOf } from './payment-customer.ts'

/**
 * Makes the member's customer at the payment provider agree with the profile; a customer that was
 * deleted there is created anew. Throws ProviderUnavailable; the queue tries again.
 */
export async function syncPaymentCustomer(parts: Parts, userId: string): Promise<void> {
  const { db, payments } = parts
  const user = await userById(db, userId)
  if (!user) return
  if (user.stripeCustomerId) {
    if (await payments.updateCustomer(user.stripeCustomerId, customerProfile(user))) return
    await forgetPaymentCustomer(db, user.id, user.stripeCustomerId)
  }
  await paymentCustomerOf(parts, { ...user, stripeCustomerId: null })
}
