import type { Transaction } from '#data/connection.server.ts'
import { insertUserFromGoogle, linkGoogle, userIdByGoogle } from '#data/identities.ts'
import { queueMails } from '#data/mails.ts'
import { userByEmail } from '#data/people.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { tidyName } from '#domain/person-name.ts'
import type { GoogleErrand, GoogleProfile } from '#services/identity/google.ts'
import { GoogleRefused, GoogleUnavailable } from '#services/identity/google.ts'

import type { Entered } from './entered.ts'
import { checkedEmail, refused } from './entered.ts'
import type { Parts } from './parts.ts'

/** Where to send somebody who wants to sign in with Google, and what their browser has to keep. */
export async function beginGoogleSignIn(
  { google, log }: Parts,
  redirectUri: string,
): Promise<{ ok: true; url: string; errand: GoogleErrand } | { ok: false; code: IdentityCode }> {
  if (!google) return refused('operation-not-allowed')
  try {
    return { ok: true, ...(await google.begin(redirectUri)) }
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google can not be reached')
    return refused('network-request-failed')
  }
}

/**
 * Signs in whoever comes back from Google: somebody new is registered under Google's given and
 * family name, somebody known keeps their profile as it is, and an account of the same address is
 * joined only when both sides have confirmed that address.
 */
export async function finishGoogleSignIn(
  { db, google, identity, log }: Parts,
  cameBackTo: URL,
  errand: GoogleErrand,
  headers: Headers,
): Promise<Entered> {
  if (!google) return refused('operation-not-allowed')
  try {
    const profile = await google.finish(cameBackTo, errand)
    const who = await db.transaction((tx) => personFor(tx, profile))
    if (typeof who !== 'string') return who
    return { ok: true, cookies: await identity.openSession(who, headers) }
  } catch (error) {
    if (error instanceof GoogleRefused) {
      log.warn({ err: error }, 'Google sign-in refused')
      return refused(wasDeclined(cameBackTo) ? 'user-cancelled' : 'invalid-auth-event')
    }
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google can not be reached')
    return refused('network-request-failed')
  }
}

const wasDeclined = (url: URL) => url.searchParams.get('error') === 'access_denied'

/** The id of the person behind a Google account, registered or joined if need be. */
async function personFor(tx: Transaction, profile: GoogleProfile) {
  const known = await userIdByGoogle(tx, profile.subject)
  if (known) return known

  const address = checkedEmail(profile.email)
  if (!address.ok) return address
  const firstName = tidyName(profile.givenName)
  const { emailVerified, subject } = profile
  const person = { email: address.email, emailVerified, subject, firstName }
  const registered = await insertUserFromGoogle(tx, {
    ...person,
    lastName: tidyName(profile.familyName),
  })
  if (registered) {
    const props = { firstName, email: address.email }
    await queueMails(tx, [{ kind: 'register', recipient: address.email, props }])
    return registered
  }

  const owner = await userByEmail(tx, address.email)
  if (!owner?.emailVerified || !emailVerified) {
    return refused('account-exists-with-different-credential')
  }
  await linkGoogle(tx, owner.id, subject)
  return owner.id
}
