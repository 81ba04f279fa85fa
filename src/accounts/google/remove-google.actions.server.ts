import { queueMail } from '#mail/mails.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services } from '#platform/services/services.ts'

import { refused } from '../links/entered.actions.server.ts'
import { accountSubject } from '../log.copy.ts'
import { passkeysOf } from '../passkeys/passkeys.store.server.ts'
import { endSessionsOf } from '../sessions/login-sessions.store.server.ts'
import { deleteGoogleOf, passwordHashOf } from '../sign-in/identities.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import { reAuthenticate } from '../sign-in/re-authenticate.actions.server.ts'
import type { User } from '../users/users.store.server.ts'
import { lockUser } from '../users/users.store.server.ts'

/**
 * Removes a Google account after re-authentication, unless nothing else logs in. All other login sessions
 * end: some may have been opened with it. The owner gets an email.
 */
export async function removeGoogle(
  services: Services,
  viewer: Viewer,
  { id, password }: { id: string; password: string },
  headers: Headers,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  demandConfirmed(viewer)
  const { db, identity } = services
  const same = await reAuthenticate(services, viewer, password, headers)
  if (!same.ok) return same
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id)
    if (await isOnlyWay(tx, viewer.id)) return refused('only-google')
    const removed = isUuid(id) ? await deleteGoogleOf(tx, viewer.id, id) : []
    // Removed in another tab, or not the viewer's.
    if (removed.length === 0) return refused('invalid-credential')
    await endSessionsOf(tx, viewer.id, identity.tokenOf(headers))
    await noteGoogle(services, tx, viewer, 'removed')
    return { ok: true } as const
  })
}

/** Whether nothing but Google logs in to an account. */
const isOnlyWay = async (tx: Transaction, userId: string): Promise<boolean> =>
  !(await passwordHashOf(tx, userId)) && (await passkeysOf(tx, userId)).length === 0

/**
 * Removes Google from the account of a customer who becomes staff, unless nothing else logs in to it; its owner is
 * told, and the audit log notes it. Login sessions are left to the caller, who ends them.
 */
export async function removeGoogleOfNewStaff(
  tx: Transaction,
  by: Actor,
  user: Pick<User, 'id' | 'email' | 'firstName'>,
): Promise<void> {
  if (await isOnlyWay(tx, user.id)) return
  if ((await deleteGoogleOf(tx, user.id)).length === 0) return
  await queueMail(tx, 'google-removed', user.email, { firstName: user.firstName })
  await writeAuditEntry(tx, by, 'google-removed', accountSubject(user))
}

/** Tells the owner of an account, and the logs, of a Google account that was connected or removed. */
export async function noteGoogle(
  { log }: Pick<Services, 'log'>,
  tx: Transaction,
  owner: Pick<Viewer, 'id' | 'email' | 'firstName' | 'role'>,
  change: 'connected' | 'removed',
): Promise<void> {
  await queueMail(tx, `google-${change}`, owner.email, { firstName: owner.firstName })
  log.info({ user: owner.id }, `Google ${change}`)
  if (owner.role !== 'staff') return
  await writeAuditEntry(tx, owner, `google-${change}`, accountSubject(owner))
}
