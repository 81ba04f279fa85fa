import type { IdentityCode } from '#domain/sign-in/identity-codes.ts'
import type { Cookies } from '#services/identity/identity.ts'

import { refused } from './entered.ts'
import type { Services } from '#use-cases/services.ts'

/** Renews the request's login session. */
export async function refreshSession(
  { identity }: Services,
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  const cookies = identity.tokenOf(headers) ? await identity.renewSession(headers) : null
  return cookies ? { ok: true, cookies } : refused('user-token-expired')
}
