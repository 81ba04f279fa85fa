import type { Transaction } from '#data/connection.server.ts'
import { queueMails } from '#data/mails.ts'
import {
  confirmLink,
  dropLinksOf,
  keepLinks,
  linkByHash,
  linksOf,
  takeLink,
} from '#data/one-time-links.ts'
import type { OneTimeLink } from '#data/one-time-links.ts'
import type { Viewer } from '#data/people.ts'
import {
  changeEmail,
  isUserEmailTaken,
  lockUser,
  markEmailVerified,
  userByEmail,
  userById,
} from '#data/people.ts'
import { queueJob } from '#data/queue.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'

import { checkedEmail, refused } from './entered.ts'
import { admit, limitKey } from './identity-gate.ts'
import { linkMinutes, minutesFrom, newToken, tokenHashOf } from './mailed-link.ts'
import type { Parts } from '#use-cases/parts.ts'
import { proveOwner } from './prove-owner.ts'

type Refused = { ok: false; code: IdentityCode }

const confirmPath = '/confirm-email?token='

/**
 * Asks for a change of address: a letter goes to the old one and one to the new, and nothing
 * changes until both have agreed. A later request replaces an earlier one. Whether the new address
 * is somebody else's is not told: then only the old one is written to.
 */
export async function askForEmailChange(
  parts: Parts,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  headers: Headers,
): Promise<{ ok: true } | Refused> {
  const { db, settings, clock } = parts
  const address = checkedEmail(email)
  if (!address.ok) return address
  const proved = await proveOwner(parts, viewer, password, headers)
  if (!proved.ok) return proved
  if (address.email === viewer.email) return { ok: true }
  if (!(await admit(parts, [['change-letters', limitKey('change-letters', viewer.id)]]))) {
    return refused('too-many-requests')
  }

  const isTaken = (await userByEmail(db, address.email)) !== null
  const expiresAt = minutesFrom(clock(), linkMinutes.address)
  const ends = [
    { purpose: 'change-from' as const, recipient: viewer.email, ...newToken() },
    { purpose: 'change-to' as const, recipient: address.email, ...newToken() },
  ]
  await db.transaction(async (tx) => {
    await dropLinksOf(tx, viewer.id, ['change-from', 'change-to'])
    await keepLinks(
      tx,
      ends.map(({ purpose, tokenHash }) => ({
        purpose,
        tokenHash,
        userId: viewer.id,
        email: address.email,
        expiresAt,
      })),
    )
    await queueMails(
      tx,
      ends
        .filter(({ purpose }) => purpose === 'change-from' || !isTaken)
        .map(({ recipient, token }) => ({
          kind: 'email-change-confirm',
          recipient,
          props: {
            firstName: viewer.firstName,
            link: settings.publicUrl + confirmPath + token,
            newEmail: address.email,
          },
        })),
    )
  })
  return { ok: true }
}

/** Sends somebody a letter that lets them confirm the address they have. */
export async function askToConfirmEmail(
  parts: Parts,
  viewer: Viewer,
): Promise<{ ok: true } | Refused> {
  const { db, settings, clock } = parts
  if (!(await admit(parts, [['change-letters', limitKey('change-letters', viewer.id)]]))) {
    return refused('too-many-requests')
  }
  const { token, tokenHash } = newToken()
  const { id: userId, email, firstName } = viewer
  const expiresAt = minutesFrom(clock(), linkMinutes.address)
  const props = { firstName, link: settings.publicUrl + confirmPath + token, newEmail: email }
  await db.transaction(async (tx) => {
    await keepLinks(tx, [{ tokenHash, purpose: 'confirm-email', userId, email, expiresAt }])
    await queueMails(tx, [{ kind: 'email-change-confirm', recipient: email, props }])
  })
  return { ok: true }
}

const purposes = ['confirm-email', 'change-from', 'change-to'] as const

/** Which address a link would confirm, and for what. Looking does not use it up. */
export async function checkEmailLink(
  { db, clock }: Parts,
  token: string,
): Promise<{ ok: true; email: string; isChange: boolean } | Refused> {
  const link = await linkByHash(db, tokenHashOf(token), purposes)
  if (!link) return refused('invalid-action-code')
  if (link.expiresAt <= clock()) return refused('expired-action-code')
  return { ok: true, email: link.email, isChange: link.purpose !== 'confirm-email' }
}

type Confirmed = { ok: true; outcome: 'confirmed' | 'half' | 'changed' } | Refused

/**
 * Uses a link from a letter: confirms an address, or one end of a change. `changed` once both ends
 * of a change have agreed; both addresses are then told.
 */
export async function confirmEmail(parts: Parts, token: string): Promise<Confirmed> {
  const { db, clock } = parts
  const checked = await checkEmailLink(parts, token)
  if (!checked.ok) return checked
  try {
    return await db.transaction((tx) => confirmIn(tx, tokenHashOf(token), clock()))
  } catch (error) {
    // Somebody registered with it between the look and the write.
    if (isUserEmailTaken(error)) return refused('email-already-in-use')
    throw error
  }
}

async function confirmIn(tx: Transaction, tokenHash: string, now: Date): Promise<Confirmed> {
  const seen = await linkByHash(tx, tokenHash, purposes)
  // The person's row is held: two ends that agree at once are one after the other.
  if (!seen || !(await lockUser(tx, seen.userId))) return refused('invalid-action-code')
  const user = await userById(tx, seen.userId)
  if (!user) return refused('invalid-action-code')
  if (seen.purpose === 'confirm-email') {
    const taken = await takeLink(tx, tokenHash, 'confirm-email', now)
    if (taken?.email !== user.email) return refused('invalid-action-code')
    await markEmailVerified(tx, user.id)
    return { ok: true, outcome: 'confirmed' }
  }

  await confirmLink(tx, tokenHash, now)
  if (!bothAgreed(await linksOf(tx, user.id, ['change-from', 'change-to']), seen.email)) {
    return { ok: true, outcome: 'half' }
  }
  await dropLinksOf(tx, user.id, ['recovery', 'confirm-email', 'change-from', 'change-to'])
  const owner = await userByEmail(tx, seen.email)
  if (owner && owner.id !== user.id) return refused('email-already-in-use')
  await changeEmail(tx, user.id, seen.email)
  const props = { firstName: user.firstName, oldEmail: user.email, newEmail: seen.email }
  await queueMails(
    tx,
    [user.email, seen.email].map((recipient) => ({ kind: 'email-changed', recipient, props })),
  )
  if (user.stripeCustomerId) await queueJob(tx, 'sync-payment-customer', { userId: user.id })
  return { ok: true, outcome: 'changed' }
}

const bothAgreed = (links: OneTimeLink[], email: string) =>
  links.filter((link) => link.email === email && link.confirmedAt).length === 2
