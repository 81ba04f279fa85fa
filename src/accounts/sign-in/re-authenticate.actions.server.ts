import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { refused } from '../links/entered.actions.server.ts'
import { sessionByToken } from '../sessions/login-sessions.store.server.ts'
import { loginSessionLifetime } from '../sessions/session-lifetime.rules.ts'
import { passwordHashOf } from './identities.store.server.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { accountAttempt, withinLimits } from './rate-limits.actions.server.ts'

/**
 * Re-authenticates the owner of a login session before an irreversible action: by the password, or, for
 * an account without one, by having signed in within the last ten minutes.
 */
export async function reAuthenticate(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  password: string,
  headers: Headers,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  const { db, identity, clock, log } = services
  const hash = await passwordHashOf(db, viewer.id)
  if (!hash) {
    const token = identity.tokenOf(headers)
    const session = token ? await sessionByToken(db, token) : null
    const age = session ? (clock().getTime() - session.signedInAt.getTime()) / 1000 : Infinity
    return age <= loginSessionLifetime.freshFor ? { ok: true } : refused('requires-recent-login')
  }
  if (!password) return refused('missing-password')
  if (!(await withinLimits(services, [accountAttempt('password-check', viewer.id)]))) {
    return refused('too-many-requests')
  }
  if (await identity.verifyPassword(password, hash, headers)) return { ok: true }
  log.warn({ user: viewer.id }, 're-authentication refused: wrong password')
  return refused('wrong-password')
}
