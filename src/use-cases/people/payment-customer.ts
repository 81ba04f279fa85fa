import { createHash } from 'node:crypto'

import type { User } from '#data/people/users.ts'
import { savePaymentCustomer } from '#data/people/users.ts'
import type { CustomerProfile } from '#services/payments/payments.ts'

import type { Services } from '#use-cases/services.ts'

/** What the payment provider is told of a member. */
export function customerProfile(user: User): CustomerProfile {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  return {
    name,
    email: user.email,
    phone: user.phone,
    shipping: user.address
      ? {
          name,
          address: {
            line1: user.address,
            line2: user.addressExtra,
            city: user.city,
            state: user.state,
            postalCode: user.zipCode,
          },
        }
      : null,
  }
}

/**
 * The member's customer at the payment provider, created from the profile when there is none yet.
 * The key carries the profile, so a repeat after a lost response finds the same customer.
 */
export async function paymentCustomerOf({ db, payments }: Services, user: User): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId
  const profile = customerProfile(user)
  const fold = createHash('sha256').update(JSON.stringify(profile)).digest('hex').slice(0, 16)
  const created = await payments.createCustomer(profile, `customer:${user.id}:${fold}`)
  return (await savePaymentCustomer(db, user.id, created)) ?? created
}
