import { z } from 'zod'

import type { GoogleErrand } from './google.ts'
import { cookieNameFor, cookieValue } from './session-cookie.ts'

const errand = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  to: z.string(),
  inWindow: z.boolean(),
}) satisfies z.ZodType<GoogleErrand>

const minutes = 10

/** What a browser on its way to Google keeps. It proves nothing by itself: Google's answer does. */
export function errandCookie(secure: boolean) {
  const name = cookieNameFor('kohue.google', secure)
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    write: (value: GoogleErrand) => cookie(encodeURIComponent(JSON.stringify(value)), minutes * 60),
    clear: () => cookie('', 0),
    read(headers: Headers): GoogleErrand | null {
      const value = cookieValue(headers, name)
      if (!value) return null
      try {
        return errand.parse(JSON.parse(decodeURIComponent(value)))
      } catch {
        return null
      }
    },
  }
}
