import type { Cookies } from './identity.ts'

/** What Google says of somebody who has just agreed to sign in here. */
export type GoogleProfile = {
  /** Google's own id of the person: stays when the address changes. */
  subject: string
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
}

/** What somebody who goes to Google wants done when they are back. */
export type GoogleWish = {
  /** Where in the shop to go on. */
  to: string
  /** They went in a window of its own. */
  inWindow: boolean
}

/** What their browser keeps until then, out of reach of scripts, for ten minutes. */
export type GoogleErrand = GoogleWish & {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Google can't be reached, or answers what it should not. */
export class GoogleUnavailable extends Error {}

/** Google says no: the person declined, or the answer is not to a question of this browser. */
export class GoogleRefused extends Error {}

/** Signing in with Google, by OpenID Connect (code, PKCE and nonce). */
export type Google = {
  /** Where to send the browser. Throws GoogleUnavailable (10 s at most). */
  begin(redirectUri: string, wish: GoogleWish): Promise<{ url: string; cookies: Cookies }>
  /** The errand that this browser went on, or null. */
  errandOf(headers: Headers): GoogleErrand | null
  /** Who came back, with what in the address. Throws GoogleUnavailable or GoogleRefused. */
  finish(search: URLSearchParams, errand: GoogleErrand): Promise<GoogleProfile>
  /** Has the browser forget its errand: it works once. */
  forget(): Cookies
}
