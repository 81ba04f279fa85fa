import { queueMail } from '#mail/mails.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

import { joinConfirmed } from '../consent/consent.actions.server.ts'
import { ownerOfSecondAddress } from '../consent/second-addresses.store.server.ts'
import type { Entered } from '../links/entered.actions.server.ts'
import { checkedEmail, refused } from '../links/entered.actions.server.ts'
import { recordFirstProof } from '../links/first-proof.actions.server.ts'
import { isStillOpen } from '../sessions/login-sessions.store.server.ts'
import { openSessionBy } from '../sessions/open-session.actions.server.ts'
import {
  googleOf,
  insertUserFromGoogle,
  linkGoogle,
  userIdByGoogle,
} from '../sign-in/identities.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import type { Cookies } from '../sign-in/identity.ts'
import { lockUser, userByEmail, userById } from '../users/users.store.server.ts'
import type { Google, OAuthState, GoogleProfile, GoogleRequest } from './google.ts'
import { GoogleRefused, GoogleUnavailable } from './google.ts'
import { noteGoogle } from './remove-google.actions.server.ts'

/**
 * The address of Google's sign-in page, and the OAuth state cookie that ties it to this browser.
 */
export async function beginGoogleSignIn(
  { google, settings, log }: Services,
  /** The origin of the page they are on; one that is not allowed is replaced by the shop's own. */
  origin: string,
  request: GoogleRequest,
): Promise<{ ok: true; url: string; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  if (!google) return refused('operation-not-allowed')
  const base = settings.identity.allowedOrigins.includes(origin) ? origin : settings.publicUrl
  try {
    return { ok: true, ...(await google.begin(base + paths.googleCallback(), request)) }
  } catch (error) {
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google is unavailable')
    return refused('network-request-failed')
  }
}

export type GoogleCallback = { entered: Entered; request: GoogleRequest | null; cookies: Cookies }

/**
 * Signs in the visitor who returns from Google. A new user is registered with Google's given and family
 * name; an existing profile is not changed. Google is linked to the account of the same address, which gets an
 * email; if that was never confirmed, its earlier identities and login sessions are removed. An account of
 * staff, and one that has a Google account, is linked to only where its owner asked for it under Security. Asking for
 * it registers no account and opens no other.
 */
export async function finishGoogleSignIn(
  services: Services,
  search: URLSearchParams,
  headers: Headers,
): Promise<GoogleCallback> {
  const { google } = services
  const state = google?.stateOf(headers) ?? null
  if (!google || !state) {
    return { entered: refused('invalid-auth-event'), request: null, cookies: [] }
  }
  const entered = await enter(services, google, { search, state, headers })
  return { entered, request: state, cookies: google.forget() }
}

type Callback = { search: URLSearchParams; state: OAuthState; headers: Headers }

async function enter(
  services: Services,
  google: Google,
  { search, state, headers }: Callback,
): Promise<Entered> {
  const { db, identity, log } = services
  try {
    const profile = await google.finish(search, state)
    const { viewer } = await identity.viewerOf(headers)
    const token = identity.tokenOf(headers)
    const here = state.connects && viewer && !viewer.isLimited ? { id: viewer.id, token } : null
    const asked = { connects: state.connects, here }
    const found = await db.transaction((tx) => userFor(services, tx, profile, asked))
    if ('ok' in found) return found
    const { userId, othersRemoved } = found
    const cookies = await openSessionBy(
      services,
      userId,
      headers,
      { origin: 'google' },
      async () => (await userIdByGoogle(db, profile.subject)) === userId,
    )
    if (!cookies) return refused('invalid-auth-event')
    const role = (await userById(db, userId))?.role ?? 'member'
    log.info({ user: userId, way: 'google', othersRemoved }, 'signed in')
    return { ok: true, userId, role, cookies, ...(othersRemoved && { othersRemoved }) }
  } catch (error) {
    if (error instanceof GoogleRefused) {
      log.warn({ err: error }, 'Google sign-in refused')
      return refused(wasDeclined(search) ? 'user-cancelled' : 'invalid-auth-event')
    }
    if (!(error instanceof GoogleUnavailable)) throw error
    log.warn({ err: error }, 'Google is unavailable')
    return refused('network-request-failed')
  }
}

const wasDeclined = (search: URLSearchParams) => search.get('error') === 'access_denied'

/**
 * The user of a Google account, registered or linked if there is none. Only for an address that Google
 * has verified, as anyone can claim another.
 */
async function userFor(
  services: Services,
  tx: Transaction,
  profile: GoogleProfile,
  /** Whether they asked to connect Google, and who is signed in in this browser then. */
  { connects, here }: { connects: boolean; here: { id: string; token: string | null } | null },
): Promise<{ userId: string; othersRemoved: boolean } | { ok: false; code: IdentityCode }> {
  const { subject } = profile
  const known = await userIdByGoogle(tx, subject)
  if (known && here && known !== here.id) return refused('google-of-another')
  if (connects && !here) return refused('user-token-expired')
  if (known) return { userId: known, othersRemoved: false }

  const address = checkedEmail(profile.email)
  if (!address.ok) return address
  if (!profile.emailVerified) return refused('unverified-email')
  const { email } = address
  if (here && (await userByEmail(tx, email))?.id !== here.id) return refused('google-of-another')
  const firstName = typedLine(profile.givenName)
  const lastName = typedLine(profile.familyName)
  const registered = await insertUserFromGoogle(tx, { email, subject, firstName, lastName })
  if (registered) {
    await joinConfirmed(services, tx, { id: registered, email })
    await queueMail(tx, 'register', email, { firstName, email })
    return { userId: registered, othersRemoved: false }
  }
  const found = await userByEmail(tx, email)
  // A second address signs in by link only.
  if (!found && (await ownerOfSecondAddress(tx, email))) {
    return refused('account-exists-with-different-credential')
  }
  // The account was deleted, or its address changed, by a concurrent request.
  if (!found || !(await lockUser(tx, found.id))) return refused('invalid-auth-event')
  const owner = await userById(tx, found.id)
  if (owner?.email !== email) return refused('invalid-auth-event')
  // Registered or linked by a concurrent request of the same Google account.
  const since = await userIdByGoogle(tx, subject)
  if (since) return { userId: since, othersRemoved: false }
  const isHere = here?.id === owner.id && (await isStillOpen(tx, here.token))
  const isSecond = owner.emailVerified && (await googleOf(tx, owner.id)).length > 0
  if (!isHere && (owner.role === 'staff' || isSecond)) return refused('google-not-connected')
  if (await linkGoogle(tx, owner.id, subject)) await noteGoogle(services, tx, owner, 'connected')
  const othersRemoved =
    !owner.emailVerified && (await recordFirstProof(services, tx, owner, { google: subject }))
  return { userId: owner.id, othersRemoved }
}
