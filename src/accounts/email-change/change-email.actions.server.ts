import { z } from 'zod'

import { queueMail, queueMails } from '#mail/mails.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { customerAnswer } from '#platform/action/customer-action.server.ts'
import { anyText } from '#platform/action/form-fields.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'

import { carryNo, joinConfirmed, leaveAddress } from '../consent/consent.actions.server.ts'
import { consentWordings } from '../consent/consent.copy.ts'
import { moveListRecord } from '../consent/mailing-list.store.server.ts'
import { deleteDataLinksOf } from '../consent/personal-data-links.store.server.ts'
import { checkedEmail, refused } from '../links/entered.actions.server.ts'
import { linkMinutes } from '../links/entry-link.rules.ts'
import { linkSecretCookie } from '../links/link-secret.ts'
import { minutesFrom, newToken, tokenHashOf } from '../links/mailed-link.actions.server.ts'
import type { OneTimeLink } from '../links/one-time-links.store.server.ts'
import {
  deleteLinksOf,
  extendLinks,
  insertLinks,
  linkByHash,
  useLink,
} from '../links/one-time-links.store.server.ts'
import { identityRefusal } from '../sign-in/credentials-form.ts'
import { deleteGoogleOf } from '../sign-in/identities.store.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import { accountAttempt, mayTryLink, withinLimits } from '../sign-in/rate-limits.actions.server.ts'
import { reAuthenticate } from '../sign-in/re-authenticate.actions.server.ts'
import { authCopy } from '../sign-in/sign-in.copy.ts'
import { linkPurposes } from '../sign-in/tables.ts'
import type { User } from '../users/users.store.server.ts'
import {
  changeEmail,
  isUserEmailTaken,
  lockUser,
  markEmailVerified,
  userById,
} from '../users/users.store.server.ts'
import { lostMailboxHours, takenShownDays } from './email-change.rules.ts'
import type { EmailChange } from './email-changes.store.server.ts'
import {
  deleteEmailChange,
  emailChangeOf,
  isTakenByOther,
  startEmailChange,
  updateEmailChange,
} from './email-changes.store.server.ts'

type Refused = { ok: false; code: IdentityCode }

/** The emails to the old and the new address. */
const sides = {
  'change-from': 'email-change-approve',
  'change-to': 'email-change-confirm',
} as const

const hoursFrom = (now: Date, hours: number) => minutesFrom(now, hours * 60)

/**
 * Starts a change of email: the old address is asked to approve, the new one to confirm, and nothing
 * changes until both have. A later request replaces a pending one. Whether the new address has an
 * account is not disclosed: then only the old one gets an email. `isSame`: it is the account's own, and nothing
 * is sent.
 */
export async function requestEmailChange(
  services: Services,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  headers: Headers,
): Promise<{ ok: true; isSame?: true } | Refused> {
  demandConfirmed(viewer)
  const { db, settings, clock } = services
  const address = checkedEmail(email)
  if (!address.ok) return address
  const proved = await reAuthenticate(services, viewer, password, headers)
  if (!proved.ok) return proved
  if (address.email === viewer.email) return { ok: true, isSame: true }
  if (!(await withinLimits(services, [accountAttempt('change-emails', viewer.email)]))) {
    return refused('too-many-emails')
  }

  const expiresAt = minutesFrom(clock(), linkMinutes.address)
  const change = { userId: viewer.id, email: address.email, expiresAt }
  const isTaken = await isTakenByOther(db, change)
  const links = [
    { purpose: 'change-from' as const, recipient: viewer.email, ...newToken() },
    { purpose: 'change-to' as const, recipient: address.email, ...newToken() },
  ]
  await db.transaction(async (tx) => {
    await lockUser(tx, viewer.id)
    await startEmailChange(tx, change)
    await deleteLinksOf(tx, viewer.id, ['change-from', 'change-to'])
    await insertLinks(
      tx,
      links.map(({ purpose, tokenHash }) => ({ ...change, purpose, tokenHash })),
    )
    await queueMails(
      tx,
      links
        .filter(({ purpose }) => purpose === 'change-from' || !isTaken)
        .map(({ purpose, recipient, token }) => ({
          kind: sides[purpose],
          recipient,
          props: {
            firstName: viewer.firstName,
            link: settings.publicUrl + paths.confirmEmail({ token }),
            newEmail: address.email,
          },
        })),
    )
  })
  return { ok: true }
}

/** Cancels the viewer's pending change of email and voids its links. False when none is pending any more. */
export async function cancelEmailChange({ db }: Services, viewer: Viewer): Promise<boolean> {
  demandConfirmed(viewer)
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id)
    const wasPending = await deleteEmailChange(tx, viewer.id)
    await deleteLinksOf(tx, viewer.id, ['change-from', 'change-to'])
    return wasPending
  })
}

/**
 * Lets a pending change take effect without the old address, whose mailbox is lost: after 72 hours,
 * by the password, with notices to both addresses now and each day. A new password, as by
 * recovery at the old address, cancels it. The new address still has to be confirmed. `isOver`: no
 * change is pending any more, and nothing is done.
 */
export async function startLostMailboxWait(
  services: Services,
  viewer: Viewer,
  { password }: { password: string },
  headers: Headers,
): Promise<{ ok: true; isOver?: true } | Refused> {
  demandConfirmed(viewer)
  const { db, clock, log } = services
  const proved = await reAuthenticate(services, viewer, password, headers)
  if (!proved.ok) return proved
  const now = clock()
  const waitsUntil = hoursFrom(now, lostMailboxHours.waiting)
  const expiresAt = minutesFrom(waitsUntil, linkMinutes.address)
  const started = await db.transaction(async (tx) => {
    await lockUser(tx, viewer.id)
    const change = await emailChangeOf(tx, viewer.id, now)
    if (!change) return false
    if (change.waitsUntil) return true
    await updateEmailChange(tx, viewer.id, { waitsUntil, expiresAt })
    await extendLinks(tx, viewer.id, 'change-to', expiresAt)
    await extendLinks(tx, viewer.id, 'change-from', expiresAt)
    await queueNotices(services, tx, viewer, { ...change, waitsUntil })
    const job = { userId: viewer.id, waitsUntil: waitsUntil.toISOString() }
    for (const hours of lostMailboxHours.notices) {
      const key = `email-change:${viewer.id}:${hours}`
      await queueJob(tx, 'continue-email-change', job, key, hoursFrom(now, hours))
    }
    const key = `email-change:${viewer.id}:end`
    // A process whose clock is a little behind the database's finds the time over, too.
    await queueJob(tx, 'continue-email-change', job, key, minutesFrom(waitsUntil, 1))
    return true
  })
  if (!started) return { ok: true, isOver: true }
  log.info({ user: viewer.id }, 'change of email without the old mailbox: waiting time started')
  return { ok: true }
}

/**
 * The background job of a waiting change: sends the next notice, or lets the change take effect when
 * the waiting time is over. Nothing when it was cancelled or replaced meanwhile.
 */
export async function continueEmailChange(
  services: Services,
  { userId, waitsUntil }: { userId: string; waitsUntil: string },
): Promise<void> {
  const { db, clock } = services
  try {
    await db.transaction(async (tx) => {
      if (!(await lockUser(tx, userId))) return
      const [change, user] = [await emailChangeOf(tx, userId, clock()), await userById(tx, userId)]
      if (!user || change?.waitsUntil?.toISOString() !== waitsUntil) return
      if (change.waitsUntil > clock()) await queueNotices(services, tx, user, change)
      else if ((await finishIfAgreed(services, tx, user, change)) === 'taken') {
        const expiresAt = hoursFrom(clock(), takenShownDays * 24)
        await updateEmailChange(tx, userId, { expiresAt })
      }
    })
  } catch (error) {
    if (!isUserEmailTaken(error)) throw error
  }
}

async function queueNotices(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  user: Pick<User, 'email' | 'firstName'>,
  change: EmailChange,
) {
  const props = {
    firstName: user.firstName,
    oldEmail: user.email,
    newEmail: change.email,
    takesEffectAt: change.waitsUntil!.toISOString(),
    link: settings.publicUrl + paths.security(),
  }
  await queueMail(tx, 'email-change-waiting', [user.email, change.email], props)
}

/**
 * Queues an email by which the viewer confirms their address; `leadsTo` is where they go on to then: a page,
 * or the cart.
 */
export async function requestEmailConfirmation(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'email' | 'firstName' | 'isLimited'>,
  leadsTo?: string,
): Promise<{ ok: true } | Refused> {
  demandConfirmed(viewer)
  const { db, settings, clock } = services
  if (!(await withinLimits(services, [accountAttempt('change-emails', viewer.email)]))) {
    return refused('too-many-emails')
  }
  const { token, tokenHash } = newToken()
  const { id: userId, email, firstName } = viewer
  const expiresAt = minutesFrom(clock(), linkMinutes.address)
  const link = settings.publicUrl + paths.confirmEmail({ token, to: leadsTo })
  const props = { firstName, link, email }
  await db.transaction(async (tx) => {
    await insertLinks(tx, [{ tokenHash, purpose: 'confirm-email', userId, email, expiresAt }])
    await queueMail(tx, 'email-confirm', email, props)
  })
  return { ok: true }
}

const purposes = ['confirm-email', 'change-from', 'change-to'] as const

type EmailLinkPurpose = (typeof purposes)[number]

/**
 * What a link would confirm. Checking does not use it up. Only the login session of the account it
 * was sent for may use it: a link that another person requested must not confirm anything.
 */
export async function checkEmailLink(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  token: string,
  headers: Headers,
): Promise<{ ok: true; email: string; purpose: EmailLinkPurpose } | Refused> {
  demandConfirmed(viewer)
  const { db, clock } = services
  if (!token) return refused('invalid-action-code')
  if (!(await mayTryLink(services, headers))) {
    return refused('too-many-links')
  }
  const link = await linkByHash(db, tokenHashOf(token), purposes)
  if (!link) return refused('invalid-action-code')
  if (link.expiresAt <= clock()) return refused('expired-action-code')
  if (link.userId !== viewer.id) return refused('different-account')
  return { ok: true, email: link.email, purpose: link.purpose as EmailLinkPurpose }
}

/** `waiting`: the new address is confirmed, the waiting time of a lost mailbox is not over. */
export type EmailOutcome = 'confirmed' | 'approved' | 'new-confirmed' | 'waiting' | 'changed'

type Confirmed = { ok: true; outcome: EmailOutcome } | Refused

/**
 * Uses a link from an email: confirms the account's address, approves a change at the old address,
 * or confirms the new one. `changed` once a change has taken effect; both addresses get an email.
 */
export async function confirmEmail(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  token: string,
  headers: Headers,
): Promise<Confirmed> {
  demandConfirmed(viewer)
  const { db } = services
  const checked = await checkEmailLink(services, viewer, token, headers)
  if (!checked.ok) return checked
  try {
    return await db.transaction((tx) => confirmIn(services, tx, viewer.id, tokenHashOf(token)))
  } catch (error) {
    // Another account took the address between the check and the write.
    if (isUserEmailTaken(error)) return refused('email-already-in-use')
    throw error
  }
}

/** The same for the page of the link, which leads back to where the address was asked to be confirmed. */
export const confirmByLink = customerAnswer({
  for: 'member',
  form: z.object({ token: anyText(), to: anyText() }),
  async run({ services, viewer, headers }, { token, to }) {
    const confirmed = await confirmEmail(services, viewer, token, headers)
    if (!confirmed.ok) {
      const isTaken = confirmed.code === 'email-already-in-use'
      return identityRefusal(confirmed.code, {
        at: 'confirm-email',
        ...(isTaken && { sentence: authCopy.newEmailTaken }),
      })
    }
    const { outcome } = confirmed
    const next = outcome === 'confirmed' && to ? backTo(to) : {}
    return { outcome, said: { ...next, cookies: [linkSecretCookie.clear(services.settings)] } }
  },
  say: ({ said }) => said,
})

const backTo = (to: string) =>
  to === 'cart'
    ? ({
        to: paths.members(undefined, { cart: 'open' }),
        sentence: 'Your email address is confirmed. You can check out now.',
        at: 'cart',
      } as const)
    : { to: safeReturnTo(to, paths.members()), sentence: authCopy.emailConfirmed }

async function confirmIn(
  services: Services,
  tx: Transaction,
  userId: string,
  tokenHash: string,
): Promise<Confirmed> {
  const now = services.clock()
  // Locks the user's row: two links used at once are handled one after the other.
  const user = (await lockUser(tx, userId)) ? await userById(tx, userId) : null
  const link = await linkByHash(tx, tokenHash, purposes)
  if (!user || link?.userId !== userId) return refused('invalid-action-code')
  if (link.purpose === 'confirm-email') {
    const used = await useLink(tx, tokenHash, 'confirm-email', now)
    if (used?.email !== user.email) return refused('invalid-action-code')
    await markEmailVerified(tx, user.id)
    await joinConfirmed(services, tx, user)
    return { ok: true, outcome: 'confirmed' }
  }
  return agree(services, tx, user, link)
}

/** Records that one address agrees to a change. Idempotent. */
async function agree(
  services: Services,
  tx: Transaction,
  user: User,
  link: OneTimeLink,
): Promise<Confirmed> {
  const now = services.clock()
  const before = await emailChangeOf(tx, user.id, now)
  if (before?.email !== link.email) return refused('invalid-action-code')
  const isOld = link.purpose === 'change-from'
  const step = isOld ? { approvedAt: now } : { confirmedAt: now }
  await updateEmailChange(tx, user.id, step)
  const change = { ...before, ...step }
  const taken = await finishIfAgreed(services, tx, user, change)
  if (taken === 'changed') return { ok: true, outcome: 'changed' }
  if (taken === 'taken') return refused('email-already-in-use')
  if (change.waitsUntil && !isOld) return { ok: true, outcome: 'waiting' }
  return { ok: true, outcome: isOld ? 'approved' : 'new-confirmed' }
}

/**
 * Lets a change take effect if everything it needs is there. `taken`: the address has an account by now, and the
 * change stays, so that its links and Security say so.
 */
async function finishIfAgreed(
  services: Services,
  tx: Transaction,
  user: User,
  change: EmailChange,
): Promise<'changed' | 'taken' | 'pending'> {
  const now = services.clock()
  const hasWaited = change.waitsUntil !== null && change.waitsUntil <= now
  if (!change.confirmedAt || !(change.approvedAt || hasWaited)) return 'pending'
  if (await isTakenByOther(tx, change)) return 'taken'
  await deleteEmailChange(tx, user.id)
  await deleteLinksOf(tx, user.id, linkPurposes)
  const moved = { source: 'account', wording: consentWordings.addressMoved } as const
  await carryNo(services, tx, user.email, change.email, moved)
  const listed = await moveListRecord(tx, user.id, change.email)
  if (listed) await deleteDataLinksOf(tx, listed)
  await changeEmail(tx, user.id, change.email)
  for (const { changeAddress } of services.personalData) {
    await changeAddress?.(tx, { userId: user.id, from: user.email, to: change.email })
  }
  // Google signed in by the old address; the reader of its mailbox may have that account.
  const googleRemoved = (await deleteGoogleOf(tx, user.id)).length > 0
  const emails = { oldEmail: user.email, newEmail: change.email }
  const props = { firstName: user.firstName, ...emails, googleRemoved }
  await queueMail(tx, 'email-changed', [user.email, change.email], props)
  const isConfirmed = user.emailVerified || change.approvedAt !== null
  const addresses = { from: user.email, to: change.email, isConfirmed }
  await leaveAddress(services, tx, addresses, moved)
  await joinConfirmed(services, tx, { id: user.id, email: change.email })
  if (user.stripeCustomerId) await queueJob(tx, 'sync-payment-customer', { userId: user.id })
  return 'changed'
}
