import { accountOfUser } from '#data/people/accounts.ts'
import type { Viewer } from '#data/people/users.ts'
import { userById } from '#data/people/users.ts'
import type { Account } from '#domain/people/account.ts'

import { queueCustomerSync } from './queue-customer-sync.ts'
import type { Services } from '#use-cases/services.ts'

/**
 * The account page opens: the account as its forms show it. A payment customer that exists is brought
 * in line with the profile by a background job, at most once an hour.
 */
export async function openAccount(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<Account> {
  const user = await userById(services.db, viewer.id)
  if (!user) throw new Error('The signed-in user has no record')
  if (user.stripeCustomerId) await queueCustomerSync(services.db, user.id)
  return accountOfUser(user)
}

/** The member's own account as its forms show it. */
export async function viewAccount({ db }: Services, viewer: Pick<Viewer, 'id'>): Promise<Account> {
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in person has no record')
  return accountOfUser(user)
}
