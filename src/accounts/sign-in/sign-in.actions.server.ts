import { uncountAttempt } from '#mail/attempts.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { networksOf } from '#platform/text/network-address.rules.ts'

import type { Entered } from '../links/entered.actions.server.ts'
import { checkedEmail, refused } from '../links/entered.actions.server.ts'
import { openSessionByPassword } from '../sessions/open-session.actions.server.ts'
import { credentialByEmail } from './identities.store.server.ts'
import {
  accountAttempt,
  clientAddressOf,
  passedCaptcha,
  requestAttempts,
  withinLimits,
} from './rate-limits.actions.server.ts'

export type Credentials = { email: string; password: string; captcha?: string }

/**
 * Signs a person in with email and password. Wrong passwords count against the account and the
 * network; recovery stays open to a person who is limited. An unknown address takes as long as a
 * known one. Throws Overloaded when too many passwords are being hashed.
 */
export async function signIn(
  services: Services,
  { email, password, captcha }: Credentials,
  headers: Headers,
): Promise<Entered> {
  const { db, identity, log } = services
  const address = checkedEmail(email)
  if (!address.ok) return address
  if (!password) return refused('missing-password')
  if (!(await passedCaptcha(services, 'sign-in', captcha, clientAddressOf(headers))))
    return refused('captcha-check-failed')

  const ofAccount = accountAttempt('sign-in-account', address.email)
  const ofNetwork = requestAttempts('sign-in-source', headers)
  // Right passwords count here too: each costs the server a hash.
  const [network] = networksOf(clientAddressOf(headers))
  const ofBoth = accountAttempt('sign-in-account-source', `${address.email} ${network}`)
  if (!(await withinLimits(services, [ofAccount, ofBoth, ...ofNetwork]))) {
    log.warn({ limit: 'sign-in' }, 'sign-in refused: rate limit')
    return refused('too-many-requests')
  }
  const found = await credentialByEmail(db, address.email)
  if (!(await identity.verifyPassword(password, found?.passwordHash ?? null, headers)) || !found) {
    log.warn({ user: found?.userId ?? null, way: 'password' }, 'sign-in refused: wrong password')
    return refused('invalid-credential')
  }
  const { userId, role, passwordHash } = found
  const cookies = await openSessionByPassword(services, userId, passwordHash, headers)
  if (!cookies) return refused('invalid-credential')
  await uncountAttempt(
    db,
    ofAccount.key,
    ofNetwork.map(({ key }) => key),
  )
  log.info({ user: userId, way: 'password' }, 'signed in')
  return { ok: true, userId, role, cookies }
}
