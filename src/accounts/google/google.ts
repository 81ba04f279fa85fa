import type { Cookies } from '../sign-in/identity.ts'

/** The claims of a user who has just agreed to sign in here. */
export type GoogleProfile = {
  /** Google's id of the user: stays when the address changes. */
  subject: string
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
}

/** What the visitor wants after signing in. */
export type GoogleRequest = {
  /** The address in the shop to go on to. */
  to: string
  /** Sign-in runs in a popup window. */
  inWindow: boolean
  /** They pressed the button that connects Google to the account that is signed in. */
  connects: boolean
}

/** The content of the OAuth state cookie: HttpOnly, ten minutes. */
export type OAuthState = GoogleRequest & {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Google can't be reached, or its response is invalid. */
export class GoogleUnavailable extends Error {}

/** The visitor declined, or the response does not belong to this browser's request. */
export class GoogleRefused extends Error {}

/** Signing in with Google, by OpenID Connect (code, PKCE and nonce). */
export type Google = {
  /** Where to send the browser. Throws GoogleUnavailable (10 s at most). */
  begin(redirectUri: string, request: GoogleRequest): Promise<{ url: string; cookies: Cookies }>
  /** The state in this browser's OAuth state cookie, or null. */
  stateOf(headers: Headers): OAuthState | null
  /** The claims of the user who returned. Throws GoogleUnavailable or GoogleRefused. */
  finish(search: URLSearchParams, state: OAuthState): Promise<GoogleProfile>
  /** Clears the OAuth state cookie: it works once. */
  forget(): Cookies
}
