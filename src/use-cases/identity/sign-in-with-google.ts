import type { Transaction } from '#data/connection.server.ts'
import { insertUserFromGoogle, linkGoogle, userIdByGoogle, waysToSignIn } from '#data/identities.ts'
import { queueMails } from '#data/mails.ts'
import { markEmailVerified, userByEmail } from '#data/people.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { googleCallbackPath } from '#domain/google-callback.ts'
import { tidyName } from '#domain/person-name.ts'
import type { Google, GoogleErrand, GoogleProfile, GoogleWish } from '#services/identity/google.ts'
import { GoogleRefused, GoogleUnavailable } from '#services/identity/google.ts'
import type { Cookies } from '#services/identity/identity.ts'

import type { Entered } from './entered.ts'
import { checkedEmail, refused } from './entered.ts'
import type { Parts } from '#use-cases/parts.ts'

/**
 * Where to send somebody who wants to sign in with Google, and the cookies that let only this
 * browser come back.
 */
export async function beginGoogleSignIn(
  { google, settings, log }: Parts,
  /** The origin of the page they are on; one that is not allowed is replaced by the shop's own. */
  origin: string,
  wish: GoogleWish,
): Promise<{ ok: true; url: string; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  if (!google) return refused('operation-not-allowed')
  const base = settings.identity.allowedOrigins.includes(origin) ? origin : settings.publicUrl
  try {
    return { ok: true, ...(await google.begin(base + googleCallbackPath, wish)) }
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google can not be reached')
    return refused('network-request-failed')
  }
}

export type BackFromGoogle = { entered: Entered; wish: GoogleWish | null; cookies: Cookies }

/**
 * Signs in whoever comes back from Google: somebody new is registered under Google's given and
 * family name, somebody known keeps their profile as it is, and an account of the same address is
 * joined only when both sides have confirmed that address, or nobody could sign in to it yet.
 */
export async function finishGoogleSignIn(
  parts: Parts,
  search: URLSearchParams,
  headers: Headers,
): Promise<BackFromGoogle> {
  const { google } = parts
  const errand = google?.errandOf(headers) ?? null
  if (!google || !errand) {
    return { entered: refused('invalid-auth-event'), wish: null, cookies: [] }
  }
  const entered = await enter(parts, google, { search, errand, headers })
  return { entered, wish: errand, cookies: google.forget() }
}

type Comeback = { search: URLSearchParams; errand: GoogleErrand; headers: Headers }

async function enter(
  { db, identity, log }: Parts,
  google: Google,
  { search, errand, headers }: Comeback,
): Promise<Entered> {
  try {
    const profile = await google.finish(search, errand)
    const who = await db.transaction((tx) => personFor(tx, profile))
    if (typeof who !== 'string') return who
    const cookies = await identity.openSession(who, headers)
    log.info({ user: who, way: 'google' }, 'signed in')
    return { ok: true, userId: who, cookies }
  } catch (error) {
    if (error instanceof GoogleRefused) {
      log.warn({ err: error }, 'Google sign-in refused')
      return refused(wasDeclined(search) ? 'user-cancelled' : 'invalid-auth-event')
    }
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google can not be reached')
    return refused('network-request-failed')
  }
}

const wasDeclined = (search: URLSearchParams) => search.get('error') === 'access_denied'

/** Nobody can have signed in yet: the record was taken over from an earlier database. */
async function hasNoWayIn(tx: Transaction, userId: string): Promise<boolean> {
  const ways = await waysToSignIn(tx, userId)
  return !ways.password && !ways.google
}

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
  if (!owner || !emailVerified || !(owner.emailVerified || (await hasNoWayIn(tx, owner.id)))) {
    return refused('account-exists-with-different-credential')
  }
  await linkGoogle(tx, owner.id, subject)
  await markEmailVerified(tx, owner.id)
  return owner.id
}
