import { queueMail } from '#mail/mails.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { staffSwitch } from '#platform/action/staff-switch.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'

import { userByAnyAddress } from '../consent/second-addresses.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import {
  accountAttempt,
  clientAddressOf,
  mayTryLink,
  passedCaptcha,
  requestAttempts,
  withinLimits,
} from '../sign-in/rate-limits.actions.server.ts'
import { checkedEmail, refused } from './entered.actions.server.ts'
import type { HeldLink } from './entry-link.rules.ts'
import { entryMinutes } from './entry-link.rules.ts'
import { insertEntryLinks, usableEntryLink } from './entry-links.store.server.ts'
import { minutesFrom, tokenHashOf } from './mailed-link.actions.server.ts'
import { makePurchaseLinks, newEntryToken } from './purchase-link.actions.server.ts'

/** Whether customers may sign in by a link that is sent to their address. */
export const offersLoginLinks = ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  isSwitchedOn(db, 'sign-in-by-email')

/**
 * Takes a request for a sign-in link. A background job looks up the address later, so response and
 * response time are the same for a known and an unknown one.
 */
export async function requestLoginLink(
  services: Services,
  { email, captcha, to }: { email: string; captcha?: string; to: string },
  headers: Headers,
): Promise<{ ok: true; email: string } | { ok: false; code: IdentityCode }> {
  if (!(await offersLoginLinks(services))) return refused('operation-not-allowed')
  const address = checkedEmail(email)
  if (!address.ok) return address
  if (!(await passedCaptcha(services, 'sign-in', captcha, clientAddressOf(headers))))
    return refused('captcha-check-failed')
  if (!(await withinLimits(services, requestAttempts('recovery-source', headers)))) {
    return refused('too-many-requests')
  }
  await queueJob(services.db, 'send-login-link', { email: address.email, to })
  return address
}

/** Emails the owner of a limited login session a sign-in link that leads back to the same page. */
export async function requestConfirmationLink(
  services: Services,
  viewer: Pick<SignedIn, 'email'>,
  to: string,
  headers: Headers,
): Promise<{ ok: true } | { ok: false; code: IdentityCode }> {
  if (!(await withinLimits(services, requestAttempts('recovery-source', headers)))) {
    return refused('too-many-requests')
  }
  await queueJob(services.db, 'send-login-link', { email: viewer.email, to })
  return { ok: true }
}

/**
 * Queues the sign-in link if the address has a customer's account, at most five an hour. Staff sign
 * in by password or Google: their mailbox alone must not open the admin.
 */
export async function sendLoginLink(
  services: Services,
  { email, to }: { email: string; to: string },
): Promise<void> {
  const { db, settings, clock } = services
  const user = await userByAnyAddress(db, email)
  if (!user || user.role === 'staff' || user.eraseAt) return
  if (!(await withinLimits(services, [accountAttempt('login-links', user.email)]))) return
  const { token, tokenHash } = newEntryToken()
  const expiresAt = minutesFrom(clock(), entryMinutes.login)
  const link = settings.publicUrl + paths.enter(token)
  const props = { firstName: user.firstName, link, minutes: entryMinutes.login }
  await db.transaction(async (tx) => {
    const row = { tokenHash, purpose: 'login', userId: user.id, email, returnTo: to } as const
    await insertEntryLinks(tx, [{ ...row, expiresAt }])
    await queueMail(tx, 'login-link', email, props)
  })
}

/**
 * Emails a fresh purchase link, for another browser, to the address of the held link: at most three an
 * hour. The held link stays valid.
 */
export async function requestFreshLink(
  services: Services,
  { secret }: Pick<HeldLink, 'secret'>,
  headers: Headers,
): Promise<Outcome<'invalid' | 'too-many'>> {
  const { db, clock } = services
  const link = await usableEntryLink(db, tokenHashOf(secret), clock())
  if (!link || link.purpose !== 'purchase') {
    const isAllowed = await mayTryLink(services, headers)
    return { ok: false, reason: isAllowed ? 'invalid' : 'too-many' }
  }
  const { email, firstName, releaseId, returnTo, expiresAt, account } = link
  // Beyond three the result is the same, as the visitor may not be the owner.
  if (!(await withinLimits(services, [accountAttempt('fresh-links', email)]))) return { ok: true }
  await db.transaction(async (tx) => {
    const whose = {
      userId: account?.id ?? null,
      subscriberId: account ? null : link.subscriberId,
      email,
      releaseId,
      returnTo,
    }
    const [url] = await makePurchaseLinks(services, tx, [{ ...whose, until: expiresAt }])
    const props = { firstName, link: url!, expiresAt: expiresAt.toISOString() }
    await queueMail(tx, 'purchase-link', email, props)
  })
  return { ok: true }
}

/** Lets customers sign in by a link sent to their address, or no longer. */
export const turnLoginLinks = staffSwitch({
  needs: 'manage-people',
  log: 'login-links-turned',
  name: 'sign-in-by-email',
  subject: { kind: 'sign-in', id: 'sign-in-by-email', label: 'Sign in by email' },
  say: {
    on: 'Customers can now log in by a link sent to their address.',
    off: 'Customers can no longer ask for a link to log in.',
  },
})
