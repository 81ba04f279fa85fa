import { uncountAttempt } from '#data/sign-in/attempts.ts'
import { notePasskeyUse, passkeyByCredential } from '#data/sign-in/passkeys.ts'
import type { Cookies } from '#services/identity/identity.ts'

import type { Services } from '#use-cases/services.ts'
import type { PasskeyRefused } from './passkeys.ts'
import { isFirstAnswer } from './passkeys.ts'
import { requestAttempts, withinLimits } from './rate-limits.ts'

/** What a browser offers its passkeys for; null where there are none. No query. */
export const beginPasskeySignIn = ({ passkeys, clock }: Services) =>
  passkeys.isPossible ? passkeys.beginSignIn(clock()) : null

/**
 * Signs in with a passkey, which stands in place of email and password: whoever has a second factor
 * is asked for its code next. A challenge is answered once, within five minutes, in the browser that
 * it was made for.
 */
export async function signInWithPasskey(
  services: Services,
  used: string,
  headers: Headers,
): Promise<{ ok: true; role: 'member' | 'staff'; cookies: Cookies } | PasskeyRefused> {
  const { db, identity, passkeys, clock, log } = services
  const ofNetwork = requestAttempts('sign-in-source', headers)
  if (!(await withinLimits(services, ofNetwork))) {
    log.warn({ limit: 'sign-in' }, 'sign-in refused: rate limit')
    return { ok: false, code: 'too-many-requests' }
  }
  const challenge = passkeys.challengeOf(headers, clock())
  const answer = passkeys.parse(used)
  if (!challenge || !(await isFirstAnswer(services, challenge))) {
    return { ok: false, code: 'expired' }
  }
  const known = answer && (await passkeyByCredential(db, answer.credentialId))
  const proof = known && (await passkeys.verifyUse(answer, challenge, known))
  if (!proof || !(await notePasskeyUse(db, known, proof.counter))) {
    log.warn({ user: known?.userId ?? null, way: 'passkey' }, 'sign-in refused: passkey')
    return { ok: false, code: 'not-known' }
  }
  const opened = await identity.openSession(known.userId, headers, { origin: 'passkey' })
  await uncountAttempt(
    db,
    '',
    ofNetwork.map(({ key }) => key),
  )
  log.info({ user: known.userId, way: 'passkey' }, 'signed in')
  return { ok: true, role: known.role, cookies: [...passkeys.forget(), ...opened] }
}
