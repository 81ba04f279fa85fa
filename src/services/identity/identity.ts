import type { SignedIn } from '#data/people.ts'

/** `Set-Cookie` values that the answer has to carry. */
export type Cookies = string[]

/** What we ask of the sign-in library: password hashes and the sessions in people's browsers. */
export type Identity = {
  /** The person of the request's session, or null. Cookies are those of a renewed session. */
  viewerOf(headers: Headers): Promise<{ viewer: SignedIn | null; cookies: Cookies }>
  hashPassword(password: string): Promise<string>
  /** Takes as long for a hash that is missing as for one that is wrong. */
  verifyPassword(password: string, hash: string | null): Promise<boolean>
  /** Opens a session under a new token. Whatever session the request came with ends. */
  openSession(userId: string, headers: Headers): Promise<Cookies>
  /** Renews the request's session, whenever it was last renewed. Null when there is none. */
  renewSession(headers: Headers): Promise<Cookies | null>
  signOut(headers: Headers): Promise<Cookies>
  /** The token in the request's cookie if we signed it: the database is not asked. */
  tokenOf(headers: Headers): string | null
}
