import { queueMails } from '#data/mails.ts'
import { setPasswordHash } from '#data/identities.ts'
import { clearAttempts } from '#data/attempts.ts'
import { dropLinksOf, keepLinks, linkByHash, takeLink } from '#data/one-time-links.ts'
import { lockUser, markEmailVerified, userByEmail, userById } from '#data/people.ts'
import { queueJob } from '#data/queue.ts'
import { endSessionsOf } from '#data/sessions.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'

import type { Entered } from './entered.ts'
import { checkedEmail, refused } from './entered.ts'
import { admit, limitKey, provedHuman, sourceKey } from './identity-gate.ts'
import { linkMinutes, minutesFrom, newToken, tokenHashOf } from './mailed-link.ts'
import { whyNotPassword } from './new-password.ts'
import type { Parts } from '#use-cases/parts.ts'

/**
 * Takes a request for a recovery letter. Whether the address is known is only looked up later, by
 * the queue: the answer, and the time it takes, are the same for everybody.
 */
export async function askForRecovery(
  parts: Parts,
  { email, captcha }: { email: string; captcha?: string },
  headers: Headers,
): Promise<{ ok: true; email: string } | { ok: false; code: IdentityCode }> {
  const address = checkedEmail(email)
  if (!address.ok) return address
  if (!(await provedHuman(parts, captcha, headers))) return refused('captcha-check-failed')
  const key = sourceKey('recovery-source', headers)
  if (!(await admit(parts, [['recovery-source', key]]))) return refused('too-many-requests')
  await queueJob(parts.db, 'write-recovery-letter', { email: address.email })
  return address
}

/**
 * Writes the recovery letter, if the address is somebody's. Past five an hour no more are written:
 * those sent before go on working, so that nobody can ask an owner out of their own recovery.
 */
export async function writeRecoveryLetter(parts: Parts, email: string): Promise<void> {
  const { db, settings, clock } = parts
  const user = await userByEmail(db, email)
  if (!user) return
  if (!(await admit(parts, [['recovery-letters', limitKey('recovery-letters', user.id)]]))) return
  const { token, tokenHash } = newToken()
  const expiresAt = minutesFrom(clock(), linkMinutes.recovery)
  const link = `${settings.publicUrl}/reset-password?token=${token}`
  const props = { firstName: user.firstName, link, minutes: linkMinutes.recovery }
  await db.transaction(async (tx) => {
    await keepLinks(tx, [{ tokenHash, purpose: 'recovery', userId: user.id, email, expiresAt }])
    await queueMails(tx, [{ kind: 'password-recovery', recipient: email, props }])
  })
}

/** Whether a recovery link can still be used; looking does not use it up. */
export async function checkRecoveryLink(
  { db, clock }: Parts,
  token: string,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  const link = await linkByHash(db, tokenHashOf(token), ['recovery'])
  if (!link) return refused('invalid-action-code')
  return link.expiresAt > clock() ? { ok: true } : refused('expired-action-code')
}

/**
 * Sets a new password with a link from a letter, and signs in. The link works once, and with it go
 * all others of that person, every session, and the count of wrong passwords; the owner is told.
 */
export async function resetPassword(
  parts: Parts,
  { token, password }: { token: string; password: string },
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, clock, log } = parts
  const weak = whyNotPassword(password, settings.identity.passwordPolicy)
  if (weak) return weak
  const checked = await checkRecoveryLink(parts, token)
  if (!checked.ok) return checked
  const passwordHash = await identity.hashPassword(password)

  const owner = await db.transaction(async (tx) => {
    const seen = await linkByHash(tx, tokenHashOf(token), ['recovery'])
    // The person's row is held first: of two links used at once, the second finds none.
    if (!seen || !(await lockUser(tx, seen.userId))) return null
    const link = await takeLink(tx, tokenHashOf(token), 'recovery', clock())
    const user = link && (await userById(tx, link.userId))
    if (!user) return null
    await setPasswordHash(tx, user.id, passwordHash)
    await dropLinksOf(tx, user.id, ['recovery', 'change-from', 'change-to'])
    await endSessionsOf(tx, user.id)
    if (link.email === user.email) await markEmailVerified(tx, user.id)
    const props = { firstName: user.firstName }
    await queueMails(tx, [{ kind: 'password-changed', recipient: user.email, props }])
    return user
  })
  if (!owner) return refused('invalid-action-code')
  await clearAttempts(db, limitKey('sign-in-account', owner.email))
  log.info({ user: owner.id, way: 'letter' }, 'password reset and signed in')
  return { ok: true, userId: owner.id, cookies: await identity.openSession(owner.id, headers) }
}
