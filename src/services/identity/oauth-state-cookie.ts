import { z } from 'zod'

import type { OAuthState } from './google.ts'
import { cookieNameFor, cookieValue } from './session-cookie.ts'

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  to: z.string(),
  inWindow: z.boolean(),
}) satisfies z.ZodType<OAuthState>

const minutes = 10

/** The OAuth state cookie. It proves nothing by itself: Google's signed response does. */
export function oauthStateCookie(secure: boolean) {
  const name = cookieNameFor('kohue.google', secure)
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    write: (value: OAuthState) => cookie(encodeURIComponent(JSON.stringify(value)), minutes * 60),
    clear: () => cookie('', 0),
    read(headers: Headers): OAuthState | null {
      const value = cookieValue(headers, name)
      if (!value) return null
      try {
        return schema.parse(JSON.parse(decodeURIComponent(value)))
      } catch {
        return null
      }
    },
  }
}
