import type { Viewer } from '#data/people.ts'

/** Codes of the identity service as they reach the browser (specification, section 8). */
export type IdentityCode =
  | 'missing-email'
  | 'invalid-email'
  | 'missing-password'
  | 'invalid-credential'
  | 'email-already-in-use'
  | 'weak-password'
  | 'too-many-requests'
  | 'internal-error'

/** `Set-Cookie` values that the answer has to carry. */
export type Cookies = string[]

/** What we ask of the identity service. */
export type Identity = {
  /** The person of the request's session, or null. Cookies are those of a renewed session. */
  viewerOf(headers: Headers): Promise<{ viewer: Viewer | null; cookies: Cookies }>
  hashPassword(password: string): Promise<string>
  signIn(
    credentials: { email: string; password: string },
    headers: Headers,
  ): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }>
  signOut(headers: Headers): Promise<Cookies>
}
