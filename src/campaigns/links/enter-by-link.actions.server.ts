import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import { entryMinutes, shortName } from '#accounts/links/entry-link.rules.ts'
import type { EntryPurpose, HeldLink } from '#accounts/links/entry-link.rules.ts'
import type { EntryLink } from '#accounts/links/entry-links.store.server.ts'
import {
  insertUserFromLink,
  isEntryLinkValid,
  usableEntryLink,
  useEntryLink,
} from '#accounts/links/entry-links.store.server.ts'
import { recordFirstProof } from '#accounts/links/first-proof.actions.server.ts'
import { minutesFrom, tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { secretOfEntryToken } from '#accounts/links/purchase-link.actions.server.ts'
import { openSessionBy } from '#accounts/sessions/open-session.actions.server.ts'
import type { Cookies } from '#accounts/sign-in/identity.ts'
import { mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { lockUser, userByEmail, userById } from '#accounts/users/users.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { fillCart } from '#storefront/cart/fill-cart.actions.server.ts'

import { noteEntered } from '../campaign/campaign-emails.store.server.ts'

/** The secret that a browser keeps instead of a link's token. */
export const entrySecretOf = (_: Services, token: string): string => secretOfEntryToken(token)

type EntryView =
  | { state: 'ready'; purpose: EntryPurpose; name: string }
  /** The link is bound to another browser. */
  | { state: 'elsewhere' }
  | { state: 'invalid' }
  | { state: 'too-many' }

/** What the page of a link shows. Read-only, as mail scanners open links too. */
export async function viewEntry(
  services: Services,
  held: HeldLink,
  headers: Headers,
): Promise<EntryView> {
  const link = await usableEntryLink(services.db, tokenHashOf(held.secret), services.clock())
  if (!link) return whyNotFound(services, headers)
  if (isElsewhere(link, held)) return { state: 'elsewhere' }
  return { state: 'ready', purpose: link.purpose, name: shortName(link) }
}

/** Only unknown links count towards the rate limit, as many people share a network. */
async function whyNotFound(
  services: Services,
  headers: Headers,
): Promise<{ state: 'invalid' | 'too-many' }> {
  const isAllowed = await mayTryLink(services, headers)
  return { state: isAllowed ? 'invalid' : 'too-many' }
}

const isElsewhere = ({ boundTo }: EntryLink, { browser }: HeldLink): boolean =>
  boundTo !== null && boundTo !== tokenHashOf(browser)

type EnteredByLink =
  | {
      ok: true
      userId: string
      cookies: Cookies
      /** Where to go next; null for the purchase. */
      returnTo: string | null
      /** Earlier credentials of an address that was never confirmed were removed. */
      othersRemoved: boolean
    }
  | {
      ok: false
      /**
       * `confirm-first`: the account's address was never confirmed; a sign-in link is on its way.
       */
      reason: 'invalid' | 'too-many' | 'elsewhere' | 'confirm-first'
    }

/**
 * Enters by a link: binds it to this browser and opens a login session, limited for a purchase link.
 * A sign-in link works once. A subscriber without an account gets one, with `register`, in the same
 * transaction. An empty cart is filled for a purchase. A user who is signed in to that account in this
 * browser stays signed in.
 */
export async function enterByLink(
  services: Services,
  held: HeldLink,
  viewer: Pick<Viewer, 'id' | 'isLimited'> | null,
  headers: Headers,
): Promise<EnteredByLink> {
  const { db, clock, log } = services
  const now = clock()
  const tokenHash = tokenHashOf(held.secret)
  const entered = await db.transaction(async (tx) => {
    const link = await usableEntryLink(tx, tokenHash, now)
    if (!link) return 'not-found'
    if (isElsewhere(link, held)) return 'elsewhere'
    const owner = await ownerOf(services, tx, link)
    if (owner === 'confirm-first') {
      await queueJob(tx, 'send-login-link', { email: link.email, to: paths.purchase() })
      return owner
    }
    if (!owner) return 'not-found'
    const use = { browserHash: tokenHashOf(held.browser), userId: owner.id, now }
    // Another browser, or another use of a sign-in link, was first.
    if (!(await useEntryLink(tx, tokenHash, use))) return 'elsewhere'
    await noteEntered(tx, tokenHash, owner.id)
    const othersRemoved =
      owner.unproved !== null &&
      (await recordFirstProof(services, tx, owner.unproved, { link: tokenHash }))
    return { link, id: owner.id, othersRemoved }
  })
  if (entered === 'not-found') {
    const { state } = await whyNotFound(services, headers)
    return { ok: false, reason: state }
  }
  if (entered === 'elsewhere' || entered === 'confirm-first') return { ok: false, reason: entered }
  const { link, id: userId, othersRemoved } = entered
  const { purpose } = link
  const returnTo = purpose === 'purchase' ? await fillCart(services, userId, link) : link.returnTo
  const isSignedIn = viewer?.id === userId && !viewer.isLimited
  if (purpose === 'purchase' && isSignedIn) {
    return { ok: true, userId, cookies: [], returnTo, othersRemoved }
  }
  const start =
    purpose === 'login'
      ? ({ origin: 'login-link' } as const)
      : ({
          origin: 'purchase-link',
          entryLink: tokenHash,
          expiresAt: earlier(minutesFrom(now, entryMinutes.limitedSession), link.expiresAt),
        } as const)
  const cookies = await openSessionBy(services, userId, headers, start, () =>
    isEntryLinkValid(db, tokenHash),
  )
  if (!cookies) return { ok: false, reason: 'invalid' }
  log.info({ user: userId, way: start.origin }, 'signed in')
  return { ok: true, userId, cookies, returnTo, othersRemoved }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

type Owner = {
  id: string
  /** The account, where this is the first proof that its address is its owner's. */
  unproved: User | null
}

/** The account that a link opens, created if there is none; null when it was just deleted. */
async function ownerOf(
  services: Services,
  tx: Transaction,
  { account, email, purpose, firstName, lastName }: EntryLink,
): Promise<Owner | 'confirm-first' | null> {
  if (!account) {
    if (purpose === 'login') return null
    const id = await insertUserFromLink(tx, { email, firstName, lastName })
    if (id) {
      await joinConfirmed(services, tx, { id, email })
      await queueMail(tx, 'register', email, { firstName, email })
      return { id, unproved: null }
    }
    // Created concurrently, by a second use of the link or by registration.
    const made = await userByEmail(tx, email)
    if (!made || made.role === 'staff') return null
    return made.emailVerified ? { id: made.id, unproved: null } : 'confirm-first'
  }
  if (account.isConfirmed) return { id: account.id, unproved: null }
  if (purpose === 'purchase') return 'confirm-first'
  if (!(await lockUser(tx, account.id))) return null
  const user = await userById(tx, account.id)
  if (user?.email !== email) return null
  return { id: user.id, unproved: user.emailVerified ? null : user }
}
