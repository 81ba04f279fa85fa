import type { Access } from '#platform/access/access.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { refused } from '../links/entered.actions.server.ts'
import { retireLinksOfSession } from '../links/entry-links.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import type { Cookies } from '../sign-in/identity.ts'
import { viewerBySessionToken } from '../users/users.store.server.ts'
import { sessionByToken } from './login-sessions.store.server.ts'
import { sessionStatus } from './session-lifetime.rules.ts'

/** The user of the request's session cookie; null for a visitor. One query. */
export const identify = ({ identity }: Services, headers: Headers) => identity.viewerOf(headers)

type CurrentRole = Required<Omit<Access, 'isLimited'>> & { userId: string | null }

/**
 * The user and role behind these headers at this moment, without renewing the login session: a
 * connection that stays open checks again and again, and being open is not activity.
 */
export async function roleNow(
  { db, identity, clock }: Services,
  headers: Headers,
): Promise<CurrentRole> {
  const token = identity.tokenOf(headers)
  const found = token ? await viewerBySessionToken(db, token) : null
  const isCodeDue = found?.hasFactor && !found.codeEnteredAt
  if (!found || isCodeDue || sessionStatus(found, clock()) === 'ended') {
    return { role: 'visitor', duties: [], userId: null }
  }
  return { role: found.role, duties: found.needsFactor ? [] : found.duties, userId: found.id }
}

/** Renews the request's login session; `user-token-expired` when there is none. */
export async function refreshSession(
  { identity }: Services,
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  const cookies = identity.tokenOf(headers) ? await identity.renewSession(headers) : null
  return cookies ? { ok: true, cookies } : refused('user-token-expired')
}

/**
 * Ends the request's login session, in the database too. The purchase link that opened it no longer
 * works, but offers to send a fresh one.
 */
export async function signOut({ db, identity, log }: Services, headers: Headers) {
  const token = identity.tokenOf(headers)
  const session = token ? await sessionByToken(db, token) : null
  if (token) await retireLinksOfSession(db, token)
  const cookies = await identity.signOut(headers)
  if (session) log.info({ user: session.userId }, 'signed out')
  return cookies
}
