import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { joinConfirmed } from '../consent/consent.actions.server.ts'
import { deleteEmailChange } from '../email-change/email-changes.store.server.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.store.server.ts'
import { endSessionsOf } from '../sessions/login-sessions.store.server.ts'
import { deleteIdentitiesOf, deleteOtherIdentities } from '../sign-in/identities.store.server.ts'
import { linkPurposes } from '../sign-in/tables.ts'
import type { User } from '../users/users.store.server.ts'
import { markEmailVerified } from '../users/users.store.server.ts'
import { revokeEntryLinksOf } from './entry-links.store.server.ts'
import { deleteLinksOf } from './one-time-links.store.server.ts'

/**
 * Confirms an address for the first time. It may have been registered by someone other than its owner,
 * so login sessions, links, passkeys, password and linked identities are removed, except the Google
 * account or the link that proves it. True when there was another identity.
 */
export async function recordFirstProof(
  services: Pick<Services, 'hashes' | 'personalData'>,
  tx: Transaction,
  owner: Pick<User, 'id' | 'email'>,
  by: { google: string } | { link: string },
): Promise<boolean> {
  const userId = owner.id
  const others =
    'google' in by
      ? await deleteOtherIdentities(tx, userId, 'google', by.google)
      : await deleteIdentitiesOf(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteLinksOf(tx, userId, linkPurposes)
  await revokeEntryLinksOf(tx, userId, 'link' in by ? by.link : undefined)
  await deleteEmailChange(tx, userId)
  await endSessionsOf(tx, userId)
  await markEmailVerified(tx, userId)
  await joinConfirmed(services, tx, owner)
  return others
}
