import { queueMail } from '#mail/mails.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { SignedIn, Viewer } from '#platform/access/signed-in.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services } from '#platform/services/services.ts'

import { accountSubject } from '../log.copy.ts'
import { deviceName } from '../sessions/device-name.rules.ts'
import { endSessionsOf, isStillOpen } from '../sessions/login-sessions.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import type { Cookies } from '../sign-in/identity.ts'
import { accountAttempt, withinLimits } from '../sign-in/rate-limits.actions.server.ts'
import { reAuthenticate } from '../sign-in/re-authenticate.actions.server.ts'
import { lockUser, userById } from '../users/users.store.server.ts'
import type { PasskeyRefusal } from './passkeys.copy.ts'
import { mostPasskeys, passkeyName } from './passkeys.rules.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeysOf,
  renamePasskeyOf,
} from './passkeys.store.server.ts'

export type PasskeyRefused = { ok: false; code: PasskeyRefusal | IdentityCode }

const refused = (code: PasskeyRefusal | IdentityCode): PasskeyRefused => ({ ok: false, code })

/**
 * Begins to add a passkey, after re-authentication: the options for the browser, and the cookie that
 * binds the challenge to this browser and account for five minutes.
 */
export async function beginPasskey(
  services: Services,
  viewer: SignedIn,
  password: string,
  headers: Headers,
): Promise<{ ok: true; options: object; cookies: Cookies } | PasskeyRefused> {
  demandConfirmed(viewer)
  const { db, passkeys, clock } = services
  const why = await whyNotAdd(services.passkeys, db, viewer.id)
  if (why) return refused(why)
  const same = await reAuthenticate(services, viewer, password, headers)
  if (!same.ok) return same
  const known = await passkeysOf(db, viewer.id)
  const name = `${viewer.firstName} ${viewer.lastName}`.trim()
  const owner = { id: viewer.id, email: viewer.email, name }
  return { ok: true, ...(await passkeys.beginAdding(owner, known, clock())) }
}

/**
 * An address that nobody confirmed may be another person's, whose account this would stay open to.
 */
async function whyNotAdd(
  passkeys: Services['passkeys'],
  db: Queryable,
  userId: string,
): Promise<PasskeyRefusal | IdentityCode | null> {
  if (!passkeys.isPossible) return 'operation-not-allowed'
  const user = await userById(db, userId)
  if (!user?.emailVerified) return 'not-confirmed'
  const known = await passkeysOf(db, userId)
  return known.length >= mostPasskeys ? 'too-many' : null
}

/** Adds the passkey that this browser made for its challenge. The owner gets an email. */
export async function addPasskey(
  services: Services,
  viewer: SignedIn,
  { name: typed, made }: { name: string; made: string },
  headers: Headers,
): Promise<{ ok: true; name: string; cookies: Cookies } | PasskeyRefused> {
  demandConfirmed(viewer)
  const { db, identity, passkeys, clock, log } = services
  const challenge = passkeys.challengeOf(headers, clock(), viewer.id)
  const response = passkeys.parse(made)
  if (!challenge || !(await isFirstResponse(services, challenge))) return refused('expired')
  const passkey = response && (await passkeys.verifyNew(response, challenge))
  if (!passkey) return refused('not-added')
  const name = passkeyName(typed, deviceName(headers.get('user-agent')))
  const added = await db.transaction(async (tx): Promise<PasskeyRefused | { ok: true }> => {
    await lockUser(tx, viewer.id)
    if (!(await isStillOpen(tx, identity.tokenOf(headers)))) return refused('expired')
    const why = await whyNotAdd(passkeys, tx, viewer.id)
    if (why) return refused(why)
    if (!(await insertPasskey(tx, { userId: viewer.id, name, ...passkey }))) {
      return refused('not-added')
    }
    await noteChange(tx, viewer, 'passkey-added', name)
    return { ok: true }
  })
  if (!added.ok) return added
  log.info({ user: viewer.id }, 'passkey added')
  return { ok: true, name, cookies: passkeys.forget() }
}

/** Whether a challenge is used for the first time; counted for longer than its lifetime. */
export const isFirstResponse = (services: Services, challenge: string): Promise<boolean> =>
  withinLimits(services, [accountAttempt('passkey-challenge', challenge)])

/** Gives one of the viewer's passkeys another name. False when it is not theirs. */
export async function renamePasskey(
  { db }: Services,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<boolean> {
  demandConfirmed(viewer)
  return isUuid(id) && renamePasskeyOf(db, viewer.id, id, passkeyName(name, 'Passkey'))
}

/**
 * Removes a passkey after re-authentication. All other login sessions end: the device that had it may
 * be lost. The owner gets an email.
 */
export async function removePasskey(
  services: Services,
  viewer: Viewer,
  { id, password }: { id: string; password: string },
  headers: Headers,
): Promise<{ ok: true; name: string } | { ok: false; code: IdentityCode }> {
  demandConfirmed(viewer)
  const { db, identity, log } = services
  const same = await reAuthenticate(services, viewer, password, headers)
  if (!same.ok) return same
  const name = await db.transaction(async (tx) => {
    // A login session that is being opened waits for this, and then finds the passkey gone.
    await lockUser(tx, viewer.id)
    const removed = isUuid(id) ? await deletePasskey(tx, viewer.id, id) : null
    if (removed === null) return null
    await endSessionsOf(tx, viewer.id, identity.tokenOf(headers))
    await noteChange(tx, viewer, 'passkey-removed', removed)
    return removed
  })
  // Removed in another tab, or not the viewer's.
  if (name === null) return { ok: false, code: 'invalid-credential' }
  log.info({ user: viewer.id }, 'passkey removed')
  return { ok: true, name }
}

async function noteChange(
  tx: Transaction,
  viewer: Viewer,
  change: 'passkey-added' | 'passkey-removed',
  name: string,
): Promise<void> {
  const props = { firstName: viewer.firstName, name }
  await queueMail(tx, change, viewer.email, props)
  if (viewer.role !== 'staff') return
  await writeAuditEntry(tx, viewer, change, accountSubject(viewer))
}
