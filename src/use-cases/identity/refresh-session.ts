import type { IdentityCode } from '#domain/identity-codes.ts'
import type { Cookies } from '#services/identity/identity.ts'

import { refused } from './entered.ts'
import type { Parts } from '#use-cases/parts.ts'

/** Renews the request's session if it is due. */
export async function refreshSession(
  { identity }: Parts,
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  const cookies = identity.tokenOf(headers) ? await identity.renewSession(headers) : null
  return cookies ? { ok: true, cookies } : refused('user-token-expired')
}
