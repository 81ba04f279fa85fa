import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'

import { cookieAttributes, cookieName, cookies } from '#platform/http/cookies.rules.ts'

import type { OAuthState } from './google.ts'

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  to: z.string(),
  inWindow: z.boolean(),
  connects: z.boolean().default(false),
}) satisfies z.ZodType<OAuthState>

/** The OAuth state cookie. It is not signed: authentication rests on Google's signed response. */
export function oauthStateCookie(site: { publicUrl: string }) {
  const name = cookieName(cookies.google.name, site)
  const cookie = (value: string, maxAge: number) =>
    stringifySetCookie({ name, value, ...cookieAttributes(site), maxAge })
  return {
    write: (value: OAuthState) => cookie(JSON.stringify(value), cookies.google.minutes * 60),
    clear: () => cookie('', 0),
    read(headers: Headers): OAuthState | null {
      const value = parseCookie(headers.get('cookie') ?? '')[name]
      if (!value) return null
      try {
        return schema.parse(JSON.parse(value))
      } catch {
        return null
      }
    },
  }
}
