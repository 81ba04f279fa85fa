import { passwordHashOf } from '#data/identities.ts'
import type { Viewer } from '#data/people.ts'
import { sessionByToken } from '#data/sessions.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { sessionLife } from '#domain/session-life.ts'

import { refused } from './entered.ts'
import { admit, limitKey } from './identity-gate.ts'
import type { Parts } from '#use-cases/parts.ts'

/**
 * Checks that whoever holds the session is its owner, before something that can't be undone: by
 * the password, or, where there is none, by having signed in a few minutes ago.
 */
export async function proveOwner(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  password: string,
  headers: Headers,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  const { db, identity, clock, log } = parts
  const hash = await passwordHashOf(db, viewer.id)
  if (!hash) {
    const token = identity.tokenOf(headers)
    const session = token ? await sessionByToken(db, token) : null
    const age = session ? (clock().getTime() - session.signedInAt.getTime()) / 1000 : Infinity
    return age <= sessionLife.freshFor ? { ok: true } : refused('requires-recent-login')
  }
  if (!password) return refused('missing-password')
  if (!(await admit(parts, [['password-check', limitKey('password-check', viewer.id)]]))) {
    return refused('too-many-requests')
  }
  if (await identity.verifyPassword(password, hash)) return { ok: true }
  log.warn({ user: viewer.id }, 'wrong password where the owner was asked for')
  return refused('wrong-password')
}
