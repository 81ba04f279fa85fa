import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import type { Left } from '../consent/consent.actions.server.ts'
import { factsOf, leftOf } from '../consent/consent.actions.server.ts'
import type { EmailsToAccount } from '../consent/consent.rules.ts'
import { whyNotWriteTo } from '../consent/consent.rules.ts'
import { accountOfUser } from '../users/accounts.store.server.ts'
import type { User } from '../users/users.store.server.ts'
import { userById } from '../users/users.store.server.ts'
import type { Account } from './account.rules.ts'
import { queueHourlyCustomerSync } from './payment-customer.actions.server.ts'

/**
 * `emails`: whether the mailing list writes to it. `left`: when and how its confirmed address left the
 * list, while it says none.
 */
type OpenedAccount = Account & { emails: EmailsToAccount; left: Left | null }

/**
 * The account page opens: the account as its forms show it. A payment customer that exists is brought
 * in line with the profile by a background job, at most once an hour.
 */
export async function openAccount(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
): Promise<OpenedAccount> {
  demandConfirmed(viewer)
  const { db } = services
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in user has no record')
  if (user.stripeCustomerId) await queueHourlyCustomerSync(db, user.id)
  const { subscription } = user
  const emails = subscription === 'inactive' ? 'none' : await emailsTo(services, user)
  const left = emails === 'none' && user.emailVerified ? await leftOf(db, user.email) : null
  return { ...accountOfUser(user), emails, left }
}

/** Whether the mailing list writes to an account with an active subscription. */
async function emailsTo(services: Services, user: User): Promise<EmailsToAccount> {
  const { email, byEmail, emailVerified } = user
  // Whether an address is on the list is not told to who has not confirmed it.
  if (!emailVerified) return byEmail ? 'unconfirmed' : 'unconfirmed-unchecked'
  const why = whyNotWriteTo(await factsOf(services, services.db, email))
  if (why === null) return byEmail ? 'sent' : 'listed'
  if (why === 'rejected') return why
  return byEmail ? 'none' : 'unchecked'
}

/** The member's own account as its forms show it. */
export async function viewAccount(
  { db }: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
): Promise<Account> {
  demandConfirmed(viewer)
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in person has no record')
  return accountOfUser(user)
}

/** True when the viewer's confirmed address also has a record on the mailing list. */
export async function isOnListToo(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<boolean> {
  const user = await userById(services.db, viewer.id)
  if (!user?.emailVerified) return false
  return (await factsOf(services, services.db, user.email)).subscriberId !== null
}
