import { randomUUID } from 'node:crypto'

import { clearAttempts } from '#mail/attempts.store.server.ts'
import { queueMail, queueMailOnce } from '#mail/mails.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'

import { joinConfirmed } from '../consent/consent.actions.server.ts'
import { deleteEmailChange } from '../email-change/email-changes.store.server.ts'
import type { Entered } from '../links/entered.actions.server.ts'
import { checkedEmail, refused, whyNotPassword } from '../links/entered.actions.server.ts'
import { linkMinutes } from '../links/entry-link.rules.ts'
import { revokeEntryLinksOf } from '../links/entry-links.store.server.ts'
import { sendLoginLink } from '../links/login-link.actions.server.ts'
import { minutesFrom, newToken, tokenHashOf } from '../links/mailed-link.actions.server.ts'
import {
  deleteLinksOf,
  insertLinks,
  linkByHash,
  useLink,
} from '../links/one-time-links.store.server.ts'
import { deletePasskeysOf, passkeysOf } from '../passkeys/passkeys.store.server.ts'
import { checkCode } from '../second-factor/second-factor.actions.server.ts'
import {
  deleteFactorSetUp,
  factorOf,
  noteCodeEntered,
} from '../second-factor/second-factors.store.server.ts'
import { endSessionsOf } from '../sessions/login-sessions.store.server.ts'
import { openSessionByPassword } from '../sessions/open-session.actions.server.ts'
import type { User } from '../users/users.store.server.ts'
import { lockUser, markEmailVerified, userByEmail, userById } from '../users/users.store.server.ts'
import { deleteOtherIdentities, setPasswordHash } from './identities.store.server.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import type { Cookies } from './identity.ts'
import { policyFor } from './password-policy.rules.ts'
import {
  accountAttempt,
  clientAddressOf,
  mayTryLink,
  passedCaptcha,
  requestAttempts,
  withinLimits,
} from './rate-limits.actions.server.ts'
import { recoveryPurposes } from './tables.ts'

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
  if (!(await passedCaptcha(services, 'recovery', captcha, clientAddressOf(headers))))
    return refused('captcha-check-failed')
  if (!(await withinLimits(services, requestAttempts('recovery-source', headers)))) {
    return refused('too-many-requests')
  }
  await queueJob(services.db, 'send-recovery-email', { email: address.email })
  return address
}

/**
 * Queues the recovery email if the address has an account. A second address has no password: it gets a sign-in link,
 * which its owner can ask for nowhere else where the login page offers none. Beyond five an hour none is queued and
 * earlier links go on working, so that nobody can lock an owner out of recovery.
 */
export async function sendRecoveryEmail(services: Services, email: string): Promise<void> {
  const { db } = services
  const user = await userByEmail(db, email)
  if (!user) return sendLoginLink(services, { email, to: paths.members() })
  if (!(await withinLimits(services, [accountAttempt('recovery-emails', user.email)]))) return
  await db.transaction((tx) => queueRecovery(services, tx, user, 'recovery', randomUUID()))
}

type Recovering = Pick<User, 'id' | 'email' | 'firstName'>
type RecoveryPurpose = (typeof recoveryPurposes)[number]

/** Queues the email with its link under this id. False where it is queued already. */
async function queueRecovery(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  user: Recovering,
  purpose: RecoveryPurpose,
  id: string,
): Promise<boolean> {
  const { path, row } = newLink(user, purpose, clock())
  const link = settings.publicUrl + path
  const props = { firstName: user.firstName, link, minutes: linkMinutes.recovery }
  const mail = { kind: 'password-recovery', recipient: user.email, props } as const
  if (!(await queueMailOnce(tx, id, mail))) return false
  await insertLinks(tx, [row])
  return true
}

/** The email that an owner sends to a colleague, once by one form. */
export const queueStaffRecovery = (
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  user: Recovering,
  formKey: string,
): Promise<boolean> => queueRecovery(services, tx, user, 'staff-recovery', formKey)

/** Inserts a recovery link. Returns its path in the shop. */
export async function insertRecoveryLink(
  tx: Transaction,
  user: Recovering,
  purpose: RecoveryPurpose,
  now: Date,
): Promise<string> {
  const { path, row } = newLink(user, purpose, now)
  await insertLinks(tx, [row])
  return path
}

function newLink({ id: userId, email }: Recovering, purpose: RecoveryPurpose, now: Date) {
  const { token, tokenHash } = newToken()
  const expiresAt = minutesFrom(now, linkMinutes.recovery)
  return { path: paths.resetPassword(token), row: { tokenHash, purpose, userId, email, expiresAt } }
}

type RecoveryLink = {
  ok: true
  email: string
  role: 'member' | 'staff'
  /** Staff with a second factor enter its code with the new password. */
  needsCode: boolean
  /** Removed unless the person keeps them by name: an intruder may have added them. */
  passkeys: { id: string; name: string; createdAt: Date }[]
}

/**
 * What a recovery link asks for, while it can be used. Checking does not use it up. The mailbox of staff
 * alone is not enough: they have a second factor, or an owner sent the link.
 */
export async function checkRecoveryLink(
  services: Services,
  token: string,
  headers: Headers,
): Promise<RecoveryLink | { ok: false; code: IdentityCode }> {
  const { db, clock } = services
  if (!token) return refused('invalid-action-code')
  if (!(await mayTryLink(services, headers))) {
    return refused('too-many-links')
  }
  const link = await linkByHash(db, tokenHashOf(token), recoveryPurposes)
  const user = link && (await userById(db, link.userId))
  if (!user) return refused('invalid-action-code')
  if (link.expiresAt <= clock()) return refused('expired-action-code')
  const { email, role } = user
  const needsCode = role === 'staff' && Boolean((await factorOf(db, user.id))?.confirmedAt)
  if (role === 'staff' && link.purpose === 'recovery' && !needsCode) {
    return refused('staff-recovery')
  }
  const passkeys = user.emailVerified ? await passkeysOf(db, user.id) : []
  const named = passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt }))
  return { ok: true, email, role, needsCode, passkeys: named }
}

type NewPassword = {
  token: string
  password: string
  /** Of the second factor, where the link needs one. */
  code?: string
  /** Ids of the passkeys that stay. */
  keep?: readonly string[]
}

/**
 * Sets a new password by a recovery link, which works once, and signs in. Other links, a pending change
 * of email, all login sessions, Google, a second factor that is only begun and the count of wrong passwords are
 * removed, and the passkeys that are not kept: someone else may have added them. None is kept where this
 * confirms the address for the first time.
 */
export async function resetPassword(
  services: Services,
  { token, password, code = '', keep = [] }: NewPassword,
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, clock, log } = services
  const checked = await checkRecoveryLink(services, token, headers)
  if (!checked.ok) return checked
  const weak = whyNotPassword(password, policyFor(checked.role, settings.identity.passwordPolicy))
  if (weak) return weak
  if (checked.needsCode) {
    const found = await linkByHash(db, tokenHashOf(token), recoveryPurposes)
    const userId = found?.userId ?? ''
    if (!found || !(await checkCode(services, { userId, text: code, headers })).ok) {
      return refused('wrong-code')
    }
  }
  const passwordHash = await identity.hashPassword(password, headers)

  const owner = await db.transaction(async (tx) => {
    const seen = await linkByHash(tx, tokenHashOf(token), recoveryPurposes)
    // Locks the user's row first: of two links used at once, the second finds none.
    if (!seen || !(await lockUser(tx, seen.userId))) return null
    const link = await useLink(tx, tokenHashOf(token), seen.purpose, clock())
    const user = link && (await userById(tx, link.userId))
    // Who became staff meanwhile was not asked for what staff are asked for.
    if (!user || user.role !== checked.role) return null
    await setPasswordHash(tx, user.id, passwordHash)
    await deleteLinksOf(tx, user.id, [...recoveryPurposes, 'change-from', 'change-to'])
    await deleteEmailChange(tx, user.id)
    await endSessionsOf(tx, user.id)
    await revokeEntryLinksOf(tx, user.id)
    await deleteOtherIdentities(tx, user.id, 'credential')
    await deletePasskeysOf(tx, user.id, user.emailVerified ? keep : [])
    await deleteFactorSetUp(tx, user.id)
    if (link.email === user.email && !user.emailVerified) {
      await markEmailVerified(tx, user.id)
      await joinConfirmed(services, tx, user)
    }
    const passkeys = (await passkeysOf(tx, user.id)).map(({ name }) => name)
    await queueMail(tx, 'password-changed', user.email, { firstName: user.firstName, passkeys })
    return user
  })
  if (!owner) return refused('invalid-action-code')
  await clearAttempts(db, accountAttempt('sign-in-account', owner.email).key)
  log.info({ user: owner.id, way: 'recovery' }, 'password reset and signed in')
  const cookies = await openSessionByPassword(services, owner.id, passwordHash, headers)
  if (!cookies) return refused('invalid-action-code')
  if (checked.needsCode) await noteCodeIn(services, cookies)
  return { ok: true, userId: owner.id, role: owner.role, cookies }
}

/** The code was just entered with the new password: the login session does not ask for another. */
async function noteCodeIn({ db, identity }: Services, cookies: Cookies): Promise<void> {
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  const token = identity.tokenOf(new Headers({ cookie }))
  if (token) await noteCodeEntered(db, token)
}
