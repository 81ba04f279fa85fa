import { createHash } from 'node:crypto'

import { countAttempt, countAttempts } from '#mail/attempts.store.server.ts'
import type { PostalAddress } from '#payments/payment-session.ts'
import type { CustomerProfile } from '#payments/payments.ts'
import type { Address } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { jobCall, queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { sharedCalls } from '#platform/services/shared-calls.ts'

import { networkAttempts } from '../sign-in/rate-limits.actions.server.ts'
import type { User } from '../users/users.store.server.ts'
import {
  clearPaymentCustomer,
  savePaymentCustomer,
  savePaymentProfile,
  userById,
} from '../users/users.store.server.ts'

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
 * contains a hash of the profile, so that a retry after a lost response finds the same customer, and the id of
 * one that was `deleted`, which the provider would return for the same key. Throws ProviderUnavailable.
 */
export function paymentCustomerOf(
  services: Services,
  user: User,
  deleted: string | null = null,
): Promise<string> {
  if (user.stripeCustomerId) return Promise.resolve(user.stripeCustomerId)
  const key = ['customer', user.id, profileHash(user), ...(deleted ? [deleted] : [])].join(':')
  return creating(services.db, key, () => createCustomer(services, user, key))
}

/**
 * A job and a checkout of one process share one call: the provider refuses a second one with the same key while
 * the first runs, and the buyer would wait half a second for the retry.
 */
const creating = sharedCalls<string>()

async function createCustomer({ db, payments }: Services, user: User, key: string) {
  const created = await payments.createCustomer(customerProfile(user), key)
  return (await savePaymentCustomer(db, user.id, created, profileHash(user))) ?? created
}

const profileHash = (user: User): string =>
  createHash('sha256')
    .update(JSON.stringify(customerProfile(user)))
    .digest('hex')
    .slice(0, 16)

/** Whether the payment customer has this profile already: then nothing is sent to the provider. */
export const isInSync = (user: User): boolean =>
  user.stripeCustomerId !== null && user.paymentProfile === profileHash(user)

/** Calls to the payment provider that an account and a network may cause beside its purchases. */
const callLimits = { minutes: 10, perAccount: 30, perNetwork: 300 }

/** Counts a call to the payment provider for this person. False beyond the limits. */
export const mayCallProvider = (
  { db }: Pick<Services, 'db'>,
  { id }: { id: string },
  address: string,
): Promise<boolean> =>
  countAttempts(db, [
    { key: `provider-calls:${id}`, minutes: callLimits.minutes, max: callLimits.perAccount },
    ...networkAttempts(
      'provider-calls',
      { minutes: callLimits.minutes, max: callLimits.perNetwork },
      address,
    ),
  ])

/** A stored address in the payment provider's format. */
export const postalAddressOf = (to: Address): PostalAddress => ({
  line1: to.address,
  line2: to.addressExtra,
  city: to.city,
  state: to.state,
  postalCode: to.zipCode,
})

/** An address that the payment provider collected, in our format: no more than the provider has fields for. */
export const addressFromProvider = (at: PostalAddress) => ({
  address: at.line1,
  addressExtra: at.line2,
  city: at.city,
  state: at.state,
  zipCode: at.postalCode,
})

/** Queues the job that brings the payment customer in line with the profile, as part of another statement. */
export const customerSyncCall = (userId: string) =>
  jobCall('sync-payment-customer', { userId }, `customer:${userId}`)

/** The same as a statement of its own. */
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

/** After the provider refused a purchase: its customer may be gone, so the profile is sent once more. */
export async function renewPaymentCustomer(db: Queryable, userId: string): Promise<void> {
  await savePaymentProfile(db, userId, null)
  await queueHourlyCustomerSync(db, userId)
}

/** Profiles of one account that are sent in an hour; the next waits for the following hour. */
const syncsPerHour = 20

/** The background job of `queueCustomerSync`. A customer is created without a limit: that happens once. */
export async function runCustomerSync(services: Services, userId: string): Promise<void> {
  const { db, clock } = services
  const user = await userById(db, userId)
  if (!user || isInSync(user)) return
  if (
    !user.stripeCustomerId ||
    (await countAttempt(db, `customer-syncs:${userId}`, 60, syncsPerHour))
  ) {
    return sync(services, user)
  }
  const later = new Date(clock().getTime() + 60 * 60_000)
  await queueJob(db, 'sync-payment-customer', { userId }, `customer:${userId}`, later)
}

/**
 * Brings the user's payment customer in line with the profile; one that was deleted at the provider is
 * created again. Throws ProviderUnavailable.
 */
export async function syncPaymentCustomer(services: Services, userId: string): Promise<void> {
  const user = await userById(services.db, userId)
  if (user && !isInSync(user)) await sync(services, user)
}

async function sync(services: Services, user: User): Promise<void> {
  const { db, payments } = services
  if (user.stripeCustomerId) {
    if (await payments.updateCustomer(user.stripeCustomerId, customerProfile(user))) {
      return savePaymentProfile(db, user.id, profileHash(user))
    }
    await clearPaymentCustomer(db, user.id, user.stripeCustomerId)
  }
  await paymentCustomerOf(services, { ...user, stripeCustomerId: null }, user.stripeCustomerId)
}
