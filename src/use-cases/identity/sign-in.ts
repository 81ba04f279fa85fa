import { forgiveAttempt } from '#data/attempts.ts'
import { credentialByEmail } from '#data/identities.ts'

import type { Entered } from './entered.ts'
import { checkedEmail, refused } from './entered.ts'
import { admit, limitKey, provedHuman, sourceKey } from './identity-gate.ts'
import type { Parts } from '#use-cases/parts.ts'

export type Credentials = { email: string; password: string; captcha?: string }

/**
 * Signs a person in with email and password. Wrong ones count against the account and the source;
 * a person who is limited can still ask for recovery. An unknown address takes as long as a known.
 */
export async function signIn(
  parts: Parts,
  { email, password, captcha }: Credentials,
  headers: Headers,
): Promise<Entered> {
  const { db, identity, log } = parts
  const address = checkedEmail(email)
  if (!address.ok) return address
  if (!password) return refused('missing-password')
  if (!(await provedHuman(parts, captcha, headers))) return refused('captcha-check-failed')

  const accountKey = limitKey('sign-in-account', address.email)
  const fromKey = sourceKey('sign-in-source', headers)
  const admitted = await admit(parts, [
    ['sign-in-account', accountKey],
    ['sign-in-source', fromKey],
  ])
  if (!admitted) {
    log.warn({ limit: 'sign-in' }, 'sign-in refused')
    return refused('too-many-requests')
  }
  const found = await credentialByEmail(db, address.email)
  if (!(await identity.verifyPassword(password, found?.passwordHash ?? null)) || !found) {
    log.warn({ user: found?.userId ?? null, way: 'password' }, 'sign-in refused: wrong password')
    return refused('invalid-credential')
  }
  const cookies = await identity.openSession(found.userId, headers)
  await forgiveAttempt(db, accountKey, [fromKey])
  log.info({ user: found.userId, way: 'password' }, 'signed in')
  return { ok: true, userId: found.userId, cookies }
}
