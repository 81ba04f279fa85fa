import type { Entered } from './entered.ts'
import { refused } from './entered.ts'
import type { Parts } from './parts.ts'

/** Renews the request's session if it is due. */
export async function refreshSession({ identity }: Parts, headers: Headers): Promise<Entered> {
  if (!identity.tokenOf(headers)) return refused('user-token-expired')
  const cookies = await identity.renewSession(headers)
  return cookies ? { ok: true, cookies } : refused('user-token-expired')
}
