import { uncountAttempt } from '#mail/attempts.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { openSessionBy } from '../sessions/open-session.actions.server.ts'
import type { Cookies } from '../sign-in/identity.ts'
import { requestAttempts, withinLimits } from '../sign-in/rate-limits.actions.server.ts'
import type { PasskeyRefused } from './passkeys.actions.server.ts'
import { isFirstResponse } from './passkeys.actions.server.ts'
import { notePasskeyUse, passkeyByCredential, passkeysOf } from './passkeys.store.server.ts'

/** The challenge for signing in with a passkey; null where passkeys are not possible. No query. */
export const beginPasskeySignIn = ({ passkeys, clock }: Services) =>
  passkeys.isPossible ? passkeys.beginSignIn(clock()) : null

/** Whether a customer who came by a purchase link can confirm with a passkey. */
export const hasPasskey = async ({ db, passkeys }: Services, viewer: SignedIn): Promise<boolean> =>
  passkeys.isPossible && (await passkeysOf(db, viewer.id)).length > 0

type EnteredWithPasskey = { ok: true; role: 'member' | 'staff'; cookies: Cookies } | PasskeyRefused

/** Confirms a limited login session with a passkey of the same account. */
export const confirmWithPasskey = (
  services: Services,
  viewer: SignedIn,
  used: string,
  headers: Headers,
): Promise<EnteredWithPasskey> => enterWithPasskey(services, used, headers, viewer.id)

/**
 * Signs in with a passkey instead of email and password; a second factor is still required. A challenge
 * works once, within five minutes, in the browser for which it was made.
 */
export const signInWithPasskey = (
  services: Services,
  used: string,
  headers: Headers,
): Promise<EnteredWithPasskey> => enterWithPasskey(services, used, headers, null)

/** With `owner`, only a passkey of that account. */
async function enterWithPasskey(
  services: Services,
  used: string,
  headers: Headers,
  owner: string | null,
): Promise<EnteredWithPasskey> {
  const { db, passkeys, clock, log } = services
  const ofNetwork = requestAttempts('sign-in-source', headers)
  if (!(await withinLimits(services, ofNetwork))) {
    log.warn({ limit: 'sign-in' }, 'sign-in refused: rate limit')
    return { ok: false, code: 'too-many-requests' }
  }
  const challenge = passkeys.challengeOf(headers, clock())
  const response = passkeys.parse(used)
  if (!challenge || !(await isFirstResponse(services, challenge))) {
    return { ok: false, code: 'expired' }
  }
  const known = response && (await passkeyByCredential(db, response.credentialId))
  const proof = known && (await passkeys.verifyUse(response, challenge, known))
  if (!proof || !(await notePasskeyUse(db, known, proof.counter))) {
    log.warn({ user: known?.userId ?? null, way: 'passkey' }, 'sign-in refused: passkey')
    return { ok: false, code: 'not-known' }
  }
  if (owner !== null && known.userId !== owner) return { ok: false, code: 'other-account' }
  const { userId, role } = known
  const opened = await openSessionBy(
    services,
    userId,
    headers,
    { origin: 'passkey' },
    async () => (await passkeyByCredential(db, known.credentialId)) !== null,
  )
  if (!opened) return { ok: false, code: 'not-known' }
  await uncountAttempt(
    db,
    '',
    ofNetwork.map(({ key }) => key),
  )
  log.info({ user: userId, way: 'passkey' }, 'signed in')
  return { ok: true, role, cookies: [...passkeys.forget(), ...opened] }
}
