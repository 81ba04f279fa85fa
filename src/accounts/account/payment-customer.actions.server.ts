import { createHash } from 'node:crypto'

import type { Queryable } from '#platform/database/connection.server.ts'
import type { User } from '../users/users.store.server.ts'
import { clearPaymentCustomer, savePaymentCustomer, userById } from '../users/users.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { countAttempt } from '#mail/attempts.store.server.ts'
import type { Address } from '#catalogue/destinations/ship-to.rules.ts'
import type { PostalAddress } from '#payments/payment-session.ts'
import type { CustomerProfile } from '#payments/payments.ts'

import type { Services } from '#platform/services/services.ts'

/** A user's profile as the payment provider has it. */
export function customerProfile(user: User): CustomerProfile {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  return {
    name,
    email: user.email,
    phone: user.phone,
    shipping: user.address ? { name, address: postalAddressOf(user) } : null,
  }
}

/**
 * The id of the user's payment customer, created from the profile if there is none. The idempotency key
 * contains a hash of the profile, so that a retry after a lost response finds the same customer. Throws
 * ProviderUnavailable.
 */
export async function paymentCustomerOf({ db, payments }: Services, user: User): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId
  const profile = customerProfile(user)
  const digest = createHash('sha256').update(JSON.stringify(profile)).digest('hex').slice(0, 16)
  const created = await payments.createCustomer(profile, `customer:${user.id}:${digest}`)
  return (await savePaymentCustomer(db, user.id, created)) ?? created
}

/** A stored address in the payment provider's format. */
export const postalAddressOf = (to: Address): PostalAddress => ({
  line1: to.address,
  line2: to.addressExtra,
  city: to.city,
  state: to.state,
  postalCode: to.zipCode,
})

/** An address that the payment provider collected, in our format. */
export const addressOf = (at: PostalAddress): Address => ({
  address: at.line1,
  addressExtra: at.line2,
  city: at.city,
  state: at.state,
  zipCode: at.postalCode,
})

/** Queues the job that brings the payment customer in line with the profile. */
export const queueCustomerSync = (db: Queryable, userId: string): Promise<void> =>
  queueJob(db, 'sync-payment-customer', { userId }, `customer:${userId}`)

/** Queues the creation of the customer's payment customer, once a day at most: the job retries itself. */
export async function queueDailyCustomerSync(db: Queryable, userId: string): Promise<void> {
  if (!(await countAttempt(db, `payment-customer:${userId}`, 24 * 60, 1))) return
  await queueCustomerSync(db, userId)
}

/** The same, once an hour at most. */
export async function queueHourlyCustomerSync(db: Queryable, userId: string): Promise<void> {
  if (!(await countAttempt(db, `payment-customer-sync:${userId}`, 60, 1))) return
  await queueCustomerSync(db, userId)
}

/**
 * Brings the user's payment customer in line with the profile; one that was deleted at the provider is
 * created again. A background job. Throws ProviderUnavailable; the queue retries.
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
