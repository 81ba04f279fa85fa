import { accountOfUser } from '#data/people/accounts.ts'
import type { Viewer } from '#data/people/users.ts'
import { userById } from '#data/people/users.ts'
import type { Account } from '#domain/people/account.ts'

import type { Left } from './consent.ts'
import { leftOf } from './consent.ts'
import { queueCustomerSync } from './queue-customer-sync.ts'
import type { Services } from '#use-cases/services.ts'

/** `left`: when and how its confirmed address left the list, while the subscription is inactive. */
export type OpenedAccount = Account & { left: Left | null }

/**
 * The account page opens: the account as its forms show it. A payment customer that exists is brought
 * in line with the profile by a background job, at most once an hour.
 */
export async function openAccount(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<OpenedAccount> {
  const { db } = services
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in user has no record')
  if (user.stripeCustomerId) await queueCustomerSync(db, user.id)
  const isInactive = user.subscription === 'inactive' && user.emailVerified
  return { ...accountOfUser(user), left: isInactive ? await leftOf(db, user.email) : null }
}

/** The member's own account as its forms show it. */
export async function viewAccount({ db }: Services, viewer: Pick<Viewer, 'id'>): Promise<Account> {
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in person has no record')
  return accountOfUser(user)
}
