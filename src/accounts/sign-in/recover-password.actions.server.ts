import { queueMail } from '#mail/mails.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.store.server.ts'
import { deleteOtherIdentities, setPasswordHash } from './identities.store.server.ts'
import { clearAttempts } from '#mail/attempts.store.server.ts'
import { deleteEmailChange } from '../email-change/email-changes.store.server.ts'
import { revokeEntryLinksOf } from '../links/entry-links.store.server.ts'
import {
  deleteLinksOf,
  insertLinks,
  linkByHash,
  useLink,
} from '../links/one-time-links.store.server.ts'
import { lockUser, markEmailVerified, userByEmail, userById } from '../users/users.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { endSessionsOf } from '../sessions/login-sessions.store.server.ts'
import type { IdentityCode } from './identity-codes.rules.ts'

import type { Entered } from '../links/entered.actions.server.ts'
import { checkedEmail, refused, whyNotPassword } from '../links/entered.actions.server.ts'
import {
  accountAttempt,
  addressOf,
  mayTryLink,
  passedCaptcha,
  requestAttempts,
  withinLimits,
} from './rate-limits.actions.server.ts'
import {
  linkMinutes,
  minutesFrom,
  newToken,
  tokenHashOf,
} from '../links/mailed-link.actions.server.ts'
import { joinConfirmed } from '../consent/consent.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

/**
 * Takes a request for a recovery email. A background job looks up the address later, so response
 * and response time are the same for a known and an unknown one.
 */
export async function requestRecovery(
  services: Services,
  { email, captcha }: { email: string; captcha?: string },
  headers: Headers,
): Promise<{ ok: true; email: string } | { ok: false; code: IdentityCode }> {
  const address = checkedEmail(email)
  if (!address.ok) return address
  if (!(await passedCaptcha(services, 'recovery', captcha, addressOf(headers))))
    return refused('captcha-check-failed')
  if (!(await withinLimits(services, requestAttempts('recovery-source', headers)))) {
    return refused('too-many-requests')
  }
  await queueJob(services.db, 'send-recovery-email', { email: address.email })
  return address
}

/**
 * Queues the recovery email if the address has an account. Beyond five an hour none is queued and
 * earlier links go on working, so that nobody can lock an owner out of recovery.
 */
export async function sendRecoveryEmail(services: Services, email: string): Promise<void> {
  const { db, settings, clock } = services
  const user = await userByEmail(db, email)
  if (!user) return
  if (!(await withinLimits(services, [accountAttempt('recovery-emails', user.id)]))) return
  const { token, tokenHash } = newToken()
  const expiresAt = minutesFrom(clock(), linkMinutes.recovery)
  const link = settings.publicUrl + paths.resetPassword(token)
  const props = { firstName: user.firstName, link, minutes: linkMinutes.recovery }
  await db.transaction(async (tx) => {
    await insertLinks(tx, [{ tokenHash, purpose: 'recovery', userId: user.id, email, expiresAt }])
    await queueMail(tx, 'password-recovery', email, props)
  })
}

/** Whether a recovery link can still be used. Checking does not use it up. */
export async function checkRecoveryLink(
  services: Services,
  token: string,
  headers: Headers,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  const { db, clock } = services
  if (!token) return refused('invalid-action-code')
  if (!(await mayTryLink(services, headers))) {
    return refused('too-many-requests')
  }
  const link = await linkByHash(db, tokenHashOf(token), ['recovery'])
  if (!link) return refused('invalid-action-code')
  return link.expiresAt > clock() ? { ok: true } : refused('expired-action-code')
}

/**
 * Sets a new password by a recovery link, which works once, and signs in. Other links, a pending change
 * of email, all login sessions and the count of wrong passwords are removed. If this confirms the
 * address for the first time, linked identities are removed too, as someone else may have added them.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, clock, log } = services
  const weak = whyNotPassword(password, settings.identity.passwordPolicy)
  if (weak) return weak
  const checked = await checkRecoveryLink(services, token, headers)
  if (!checked.ok) return checked
  const passwordHash = await identity.hashPassword(password)

  const owner = await db.transaction(async (tx) => {
    const seen = await linkByHash(tx, tokenHashOf(token), ['recovery'])
    // Locks the user's row first: of two links used at once, the second finds none.
    if (!seen || !(await lockUser(tx, seen.userId))) return null
    const link = await useLink(tx, tokenHashOf(token), 'recovery', clock())
    const user = link && (await userById(tx, link.userId))
    if (!user) return null
    await setPasswordHash(tx, user.id, passwordHash)
    await deleteLinksOf(tx, user.id, ['recovery', 'change-from', 'change-to'])
    await deleteEmailChange(tx, user.id)
    await endSessionsOf(tx, user.id)
    await revokeEntryLinksOf(tx, user.id)
    if (link.email === user.email && !user.emailVerified) {
      await deleteOtherIdentities(tx, user.id, 'credential')
      await deletePasskeysOf(tx, user.id)
      await markEmailVerified(tx, user.id)
      await joinConfirmed(services, tx, user)
    }
    const props = { firstName: user.firstName }
    await queueMail(tx, 'password-changed', user.email, props)
    return user
  })
  if (!owner) return refused('invalid-action-code')
  await clearAttempts(db, accountAttempt('sign-in-account', owner.email).key)
  log.info({ user: owner.id, way: 'recovery' }, 'password reset and signed in')
  const cookies = await identity.openSession(owner.id, headers)
  return { ok: true, userId: owner.id, role: owner.role, cookies }
}
