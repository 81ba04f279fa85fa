import type { Transaction } from '#platform/database/connection.server.ts'
import type { User } from '#data/people/users.ts'
import { markEmailVerified } from '#data/people/users.ts'
import { linkPurposes } from '#data/schema/sign-in.ts'
import { deleteEmailChange } from '#data/sign-in/email-changes.ts'
import { revokeEntryLinksOf } from '#data/sign-in/entry-links.ts'
import { deleteIdentitiesOf, deleteOtherIdentities } from '#data/sign-in/identities.ts'
import { endSessionsOf } from '#data/sign-in/login-sessions.ts'
import { deletePasskeysOf } from '#data/sign-in/passkeys.ts'
import { deleteLinksOf } from '#data/sign-in/one-time-links.ts'

import { joinConfirmed } from '#use-cases/people/consent.ts'
import type { Services } from '#platform/services/services.ts'

/**
 * Confirms an address for the first time. It may have been registered by someone other than its owner,
 * so login sessions, links, passkeys, password and linked identities are removed, except the Google
 * account that proves it. True when there was another identity.
 */
export async function recordFirstProof(
  services: Pick<Services, 'hashes'>,
  tx: Transaction,
  owner: Pick<User, 'id' | 'email'>,
  byGoogle?: { subject: string },
): Promise<boolean> {
  const userId = owner.id
  const others = byGoogle
    ? await deleteOtherIdentities(tx, userId, 'google', byGoogle.subject)
    : await deleteIdentitiesOf(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteLinksOf(tx, userId, linkPurposes)
  await revokeEntryLinksOf(tx, userId)
  await deleteEmailChange(tx, userId)
  await endSessionsOf(tx, userId)
  await markEmailVerified(tx, userId)
  await joinConfirmed(services, tx, owner)
  return others
}
