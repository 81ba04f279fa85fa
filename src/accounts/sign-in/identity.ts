import type { SignedIn } from '#platform/access/signed-in.ts'

import type { SessionOrigin } from '../links/entry-link.rules.ts'

/** `Set-Cookie` values for the response. */
export type Cookies = string[]

/** How a login session is opened; a limited one has a link and an end. */
export type SessionStart = {
  origin: SessionOrigin
  entryLink?: string
  expiresAt?: Date
}

/** Port to the identity library: password hashes and login sessions. */
export type Identity = {
  /**
   * The user of the request's login session, or null. `cookies` are those of a renewed session;
   * `isCodeDue` when the code of the second factor is still to be entered.
   */
  viewerOf(
    headers: Headers,
  ): Promise<{ viewer: SignedIn | null; cookies: Cookies; isCodeDue?: boolean }>
  /**
   * Throws Overloaded when too many are being hashed or verified. The networks of the requests take turns;
   * without headers it is the shop's own.
   */
  hashPassword(password: string, headers?: Headers): Promise<string>
  /** Takes as long for a missing hash as for a wrong one. Throws Overloaded. */
  verifyPassword(password: string, hash: string | null, headers: Headers): Promise<boolean>
  /** Opens a login session under a new token. The one that the request came with ends. */
  openSession(userId: string, headers: Headers, start?: SessionStart): Promise<Cookies>
  /**
   * Renews the request's login session, whenever it was last renewed. Null when there is none, or a
   * limited one, whose end is fixed.
   */
  renewSession(headers: Headers): Promise<Cookies | null>
  signOut(headers: Headers): Promise<Cookies>
  /** The token in the request's cookie if we signed it. Makes no query. */
  tokenOf(headers: Headers): string | null
}
