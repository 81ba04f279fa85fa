import { viewerBySessionToken } from '#data/people/users.ts'
import type { Access } from '#domain/admin/access.ts'
import { sessionStatus } from '#domain/sign-in/session-lifetime.ts'

import type { Services } from '#use-cases/services.ts'

export type CurrentRole = Required<Access> & { userId: string | null }

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
