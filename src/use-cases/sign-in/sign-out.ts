import { retireLinksOfSession } from '#data/sign-in/entry-links.ts'
import type { Services } from '#use-cases/services.ts'

/**
 * Ends the request's login session, in the database too. The purchase link that opened it opens
 * nothing more: pressed again, in this browser too, it offers to send a fresh one.
 */
export async function signOut({ db, identity }: Services, headers: Headers) {
  const token = identity.tokenOf(headers)
  if (token) await retireLinksOfSession(db, token)
  return identity.signOut(headers)
}
