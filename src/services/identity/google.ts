/** What Google says of somebody who has just agreed to sign in here. */
export type GoogleProfile = {
  /** Google's own id of the person: stays when the address changes. */
  subject: string
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
}

/** What has to be remembered in the person's browser until Google sends them back. */
export type GoogleErrand = { state: string; nonce: string; verifier: string }

/** Google can't be reached, or answers what it should not. */
export class GoogleUnavailable extends Error {}

/** Google says no: the person declined, or the answer is not to a question of this browser. */
export class GoogleRefused extends Error {}

/** Signing in with Google, by OpenID Connect (code, PKCE and nonce). */
export type Google = {
  /** Where to send the browser. Throws GoogleUnavailable (10 s at most). */
  begin(redirectUri: string): Promise<{ url: string; errand: GoogleErrand }>
  /** Who came back. Throws GoogleUnavailable or GoogleRefused. */
  finish(cameBackTo: URL, errand: GoogleErrand): Promise<GoogleProfile>
}
