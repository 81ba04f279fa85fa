import { viewerBySessionToken } from '#data/people.ts'
import type { Role } from '#domain/access.ts'
import { sessionStanding } from '#domain/session-life.ts'

import type { Parts } from '#use-cases/parts.ts'

/**
 * The role of whoever these headers belong to at this moment, without renewing their session: a
 * line that stays open asks again and again, and being open is not being used.
 */
export async function roleNow({ db, identity, clock }: Parts, headers: Headers): Promise<Role> {
  const token = identity.tokenOf(headers)
  const found = token ? await viewerBySessionToken(db, token) : null
  return found && sessionStanding(found, clock()) !== 'ended' ? found.role : 'visitor'
}
