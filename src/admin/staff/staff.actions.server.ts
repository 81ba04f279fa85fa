import { z } from 'zod'

import { ownerOfSecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { linkMinutes } from '#accounts/links/entry-link.rules.ts'
import { minutesFrom, newToken } from '#accounts/links/mailed-link.actions.server.ts'
import { accountSubject } from '#accounts/log.copy.ts'
import { secondFactor } from '#accounts/second-factor/second-factor.rules.ts'
import { deleteFactor, factorOf } from '#accounts/second-factor/second-factors.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { queueStaffRecovery } from '#accounts/sign-in/recover-password.actions.server.ts'
import { dutiesOf, lockOwners, writeDuties } from '#accounts/users/duties.store.server.ts'
import {
  deleteInvitation,
  insertInvitation,
} from '#accounts/users/staff-invitations.store.server.ts'
import { lockUser, userByEmail, userById } from '#accounts/users/users.store.server.ts'
import { queueMail, queueMailOnce } from '#mail/mails.store.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { areSameDuties, dutiesIn } from '#platform/access/duties.rules.ts'
import { chosen, text } from '#platform/action/form-fields.ts'
import type { Refusal } from '#platform/action/refusal.ts'
import { notAllowed, refuse } from '#platform/action/refusal.ts'
import type { Acting } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { emailAddress, normalisedEmail } from '#platform/text/email-address.rules.ts'

import { changeRoleOf } from './change-role.actions.server.ts'

type Owner = Pick<Acting<unknown>, 'tx' | 'viewer'>

/** Locks the owners and returns their ids. Refuses a viewer whom another owner just removed. */
async function lockedOwners({ tx, viewer }: Owner): Promise<string[]> {
  const owners = await lockOwners(tx)
  if (!owners.includes(viewer.id)) throw notAllowed()
  return owners
}

const email = text(254)
const duty = chosen()
  .transform(dutiesIn)
  .refine((duties) => duties.length > 0, 'Please choose at least one duty.')
/** The duties that the form showed. */
const seen = text().transform((typed) => dutiesIn(typed.split(',')))

const alreadyStaff = 'This person is already on the staff.'

type Assignment = {
  email: string
  duties: readonly Duty[]
  seen: readonly Duty[]
  /** The field that a refusal is about. */
  field?: string
}

/**
 * Gives a registered user these duties, none of which end their staff rights. Their login sessions end
 * when a duty is removed and when they become staff. The last owner stays an owner, also when two owners
 * remove each other at once.
 */
async function assign(
  acting: Owner & Pick<Acting<unknown>, 'audit' | 'unchanged'>,
  { email: typed, duties, seen: shown, field }: Assignment,
): Promise<{ isSame: boolean } | Refusal> {
  const { tx, viewer, audit, unchanged } = acting
  const at = field ? { field } : {}
  const owners = await lockedOwners(acting)
  const user = await userByEmail(tx, normalisedEmail(typed))
  if (!user || !(await lockUser(tx, user.id))) {
    return refuse('No account has this email.', at)
  }
  const before = user.role === 'staff' ? await dutiesOf(tx, user.id) : []
  if (areSameDuties(before, duties)) {
    unchanged()
    return { isSame: true }
  }
  // The form that makes someone staff has shown none.
  if (shown.length === 0 && before.length > 0) return refuse(alreadyStaff, at)
  if (!areSameDuties(before, shown)) {
    return refuse(
      'Someone changed these duties in the meantime. Nothing was saved; please look again.',
      at,
    )
  }
  if (before.length === 0 && !user.emailVerified) {
    return refuse(
      'This address is not confirmed, so anyone could have registered it. Its owner has to confirm it first, under Security.',
      at,
    )
  }
  const isLastOwner = owners.length === 1 && owners[0] === user.id
  if (isLastOwner && !duties.includes('owner')) {
    return refuse('There must be an owner. Make someone else an owner first.', at)
  }
  await writeDuties(tx, user.id, duties)
  const isNewRole = await changeRoleOf(tx, viewer, user, duties.length > 0 ? 'staff' : 'member')
  const isLess = before.some((one) => !duties.includes(one))
  if (isNewRole || isLess) await endSessionsOf(tx, user.id)
  audit(accountSubject(user), { before: { duties: dutiesIn(before) }, after: { duties } })
  return { isSame: false }
}

const same = { tone: 'info', sentence: 'Nothing to change.' } as const

/** Makes a registered user one of the staff. */
export const grantDuties = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'staff-granted',
  form: z.object({ email, duty }),
  run: (acting, { email: to, duty: duties }) =>
    assign(acting, { email: to, duties, seen: [], field: 'email' }),
  say: ({ isSame }) => (isSame ? same : 'Saved. They may have to log in again.'),
})

export const changeDuties = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'duties-changed',
  form: z.object({ email, duty, seen }),
  run: (acting, { duty: duties, ...rest }) => assign(acting, { ...rest, duties }),
  say: ({ isSame }) => (isSame ? same : 'Saved. They may have to log in again.'),
})

export const endStaffRights = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'staff-revoked',
  form: z.object({ email, seen }),
  run: (acting, typed) => assign(acting, { ...typed, duties: [] }),
  say: ({ isSame }) =>
    isSame
      ? same
      : {
          tone: 'good',
          sentence: 'Their staff rights have ended, and they are signed out everywhere.',
          to: paths.people(),
        },
})

/** How long an invitation can be used, in hours. */
const invitationHours = 48

/**
 * Invites an address to these duties by a link that works once, for 48 hours; an earlier invitation
 * of that address ends. The same form sent twice is one invitation.
 */
export const inviteStaff = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'staff-invited',
  form: z.object({ email, duty }),
  async run(acting, typed) {
    const { services, tx, viewer, now, formKey, audit, unchanged } = acting
    const to = emailAddress(typed.email)
    if (!to) return refuse('Please enter a complete email address.', { field: 'email' })
    await lockedOwners(acting)
    if ((await userByEmail(tx, to))?.role === 'staff') {
      return refuse(alreadyStaff, { field: 'email' })
    }
    // The address of a merged account, which has no password; staff log in by password.
    if (await ownerOfSecondAddress(tx, to)) {
      return refuse(
        'This is the second address of a merged account. Please invite the first one.',
        { field: 'email' },
      )
    }
    const { token, tokenHash } = newToken()
    const expiresAt = minutesFrom(now, invitationHours * 60)
    const link = services.settings.publicUrl + paths.invitation(token)
    const props = { by: viewer.email, link, hours: invitationHours }
    const mail = { kind: 'staff-invited', recipient: to, props } as const
    if (!(await queueMailOnce(tx, formKey, mail))) return void unchanged()
    const invitation = { tokenHash, email: to, duties: typed.duty, invitedBy: viewer.id, expiresAt }
    await insertInvitation(tx, invitation)
    audit(auditSubject('invitation', to), { after: { duties: typed.duty } })
  },
  say: () => `The invitation is on its way. Its link works once, for ${invitationHours} hours.`,
})

/** Withdraws an invitation, if it is still open. */
export const withdrawInvitation = staffAction({
  needs: 'manage-people',
  log: 'invitation-withdrawn',
  form: z.object({ email }),
  async run({ tx, audit, unchanged }, { email: to }) {
    const wasOpen = await deleteInvitation(tx, to)
    if (wasOpen) audit(auditSubject('invitation', to))
    else unchanged()
    return { wasOpen }
  },
  say: ({ wasOpen }) =>
    wasOpen
      ? 'The invitation is withdrawn.'
      : { tone: 'info', sentence: 'This invitation was already used or withdrawn.' },
})

/** Turns on or off that every staff member needs a second factor, after `graceDays`. */
export const requireSecondFactor = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'second-factor-required',
  form: z.object({ to: z.enum(['on', 'off']) }),
  async run(acting, { to }) {
    const { tx, viewer, audit, unchanged } = acting
    const isOn = to === 'on'
    await lockedOwners(acting)
    if (isOn && !(await factorOf(tx, viewer.id))?.confirmedAt) {
      return refuse('Set up your own second factor first.')
    }
    if (await turnSwitch(tx, 'second-factor-required', isOn)) {
      const change = { before: { isOn: !isOn }, after: { isOn } }
      audit(auditSubject('user', 'staff', 'all staff'), change)
    } else unchanged()
    return { isOn }
  },
  say: ({ isOn }) =>
    isOn
      ? `Required from now on. Staff without one have ${secondFactor.graceDays} days to set it up.`
      : 'No longer required.',
})

/**
 * Removes the second factor of a colleague who has lost it, and emails both. All login sessions of
 * the colleague end: the lost phone may have one, and one that waits for a code would no longer
 * need it. Not for the viewer's own.
 */
export const removeSecondFactor = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'second-factor-removed',
  form: z.object({ person: z.guid().nullable().catch(null) }),
  async run(acting, { person }) {
    const { tx, viewer, audit } = acting
    if (viewer.id === person) {
      return refuse('To turn off your own, go to “Your own second factor” and enter a code.')
    }
    await lockedOwners(acting)
    const user = person && (await userById(tx, person))
    if (!user || !(await deleteFactor(tx, user.id))) {
      return refuse('This person has no second factor.')
    }
    await endSessionsOf(tx, user.id)
    const props = { email: user.email, by: viewer.email }
    await queueMail(tx, 'second-factor-off', [user.email, viewer.email], props)
    audit(accountSubject(user))
  },
  say: () => 'Removed. Both of you are told by email.',
})

/**
 * Sends a colleague who has forgotten the password a link to choose a new one. With a second factor they enter
 * its code, too. Not for the viewer's own account.
 */
export const sendPasswordLink = staffAction({
  needs: 'manage-people',
  fresh: true,
  log: 'password-link-sent',
  form: z.object({ person: z.guid().nullable().catch(null) }),
  async run(acting, { person }) {
    const { services, tx, viewer, formKey, audit, unchanged } = acting
    await lockedOwners(acting)
    const user = person && (await userById(tx, person))
    if (!user || user.role !== 'staff' || user.id === viewer.id) {
      return refuse('This person is not one of your colleagues.')
    }
    if (!(await queueStaffRecovery(services, tx, user, formKey))) return void unchanged()
    audit(accountSubject(user))
  },
  say: () => `The link is on its way. It works once, for ${linkMinutes.recovery} minutes.`,
})
