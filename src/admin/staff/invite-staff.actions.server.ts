import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { dutiesOf, lockOwners, writeDuties } from '#accounts/users/duties.store.server.ts'
import {
  deleteInvitation,
  formerStaff,
  insertInvitation,
  invitationByHash,
  openInvitations,
  useInvitation,
} from '#accounts/users/staff-invitations.store.server.ts'
import { ownerOfSecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import {
  changeRole,
  lockUser,
  markEmailVerified,
  userByEmail,
  userById,
} from '#accounts/users/users.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { minutesFrom, newToken, tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

/** How long an invitation can be used, in hours. */
const invitationHours = 48

/** Open invitations and former staff; null for all but an owner. */
export async function viewInvitations({ db, clock }: Services, viewer: Staff) {
  if (!may(viewer, 'manage-people')) return null
  const [invited, former] = await Promise.all([openInvitations(db, clock()), formerStaff(db)])
  return { invited, former }
}

export type WhyNotInvite =
  | 'not-staff'
  | 'invalid'
  /** The address is a staff member's. */
  | 'already'
  /** The address of a merged account, which has no password; staff log in by password. */
  | 'second-address'

/**
 * Invites an address to these duties by a link that works once, for 48 hours; an earlier invitation
 * of that address ends. Only for an owner.
 */
export async function inviteStaff(
  { db, clock, settings }: Services,
  viewer: Staff,
  typed: { email: string; duties: readonly Duty[] },
): Promise<Outcome<WhyNotInvite>> {
  if (!mayWithFreshCode(viewer, 'manage-people')) return { ok: false, reason: 'not-staff' }
  const email = emailAddress(typed.email)
  const duties = dutiesIn(typed.duties)
  if (!email || duties.length === 0) return { ok: false, reason: 'invalid' }
  const { token, tokenHash } = newToken()
  const expiresAt = minutesFrom(clock(), invitationHours * 60)
  return db.transaction(async (tx) => {
    if (!(await lockOwners(tx)).includes(viewer.id)) {
      return { ok: false, reason: 'not-staff' } as const
    }
    if ((await userByEmail(tx, email))?.role === 'staff') {
      return { ok: false, reason: 'already' } as const
    }
    if (await ownerOfSecondAddress(tx, email)) {
      return { ok: false, reason: 'second-address' } as const
    }
    await insertInvitation(tx, { tokenHash, email, duties, invitedBy: viewer.id, expiresAt })
    const link = settings.publicUrl + paths.invitation(token)
    const props = { by: viewer.email, link, hours: invitationHours }
    await queueMail(tx, 'staff-invited', email, props)
    await writeAuditEntry(tx, viewer, 'staff-invited', auditSubject('invitation', email), {
      after: { duties },
    })
    return { ok: true } as const
  })
}

/** Withdraws an invitation, if it is still open. False for all but an owner. */
export async function withdrawInvitation(
  { db }: Services,
  viewer: Staff,
  email: string,
): Promise<boolean> {
  if (!may(viewer, 'manage-people')) return false
  await db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, email))) return
    await writeAuditEntry(tx, viewer, 'invitation-withdrawn', auditSubject('invitation', email))
  })
  return true
}

export type WhyNotInvited =
  | 'unknown'
  | 'used'
  | 'expired'
  | 'other-account'
  /** The invited account was merged into another since. */
  | 'second-address'
  | 'too-many'
/** The invitation of a link, which stays usable. */
export async function viewInvitation(
  services: Services,
  token: string,
  headers: Headers,
): Promise<Outcome<WhyNotInvited, { email: string; by: string; duties: Duty[] }>> {
  const { db, clock } = services
  if (!(await mayTryLink(services, headers))) {
    return { ok: false, reason: 'too-many' }
  }
  const found = await invitationByHash(db, tokenHashOf(token))
  if (!found) return { ok: false, reason: 'unknown' }
  const { invitation, by } = found
  if (invitation.usedAt) return { ok: false, reason: 'used' }
  const isOwners = (await dutiesOf(db, invitation.invitedBy)).includes('owner')
  if (invitation.expiresAt <= clock() || !isOwners) return { ok: false, reason: 'expired' }
  if (await ownerOfSecondAddress(db, invitation.email)) {
    return { ok: false, reason: 'second-address' }
  }
  return { ok: true, email: invitation.email, by, duties: dutiesIn(invitation.duties) }
}

/**
 * Makes the viewer's account staff by the link that was sent to its address, which also confirms
 * that address. All other login sessions of the account end.
 */
export async function acceptInvitation(
  services: Services,
  viewer: SignedIn,
  token: string,
  headers: Headers,
): Promise<Outcome<WhyNotInvited>> {
  const { db, identity } = services
  const viewed = await viewInvitation(services, token, headers)
  if (!viewed.ok) return viewed
  if (viewed.email !== viewer.email) return { ok: false, reason: 'other-account' }
  return db.transaction(async (tx) => {
    if (!(await lockUser(tx, viewer.id))) return { ok: false, reason: 'unknown' } as const
    const user = (await userById(tx, viewer.id))!
    if (user.email !== viewed.email) return { ok: false, reason: 'other-account' } as const
    if (!(await useInvitation(tx, tokenHashOf(token)))) {
      return { ok: false, reason: 'used' } as const
    }
    const before = await dutiesOf(tx, user.id)
    const duties = dutiesIn([...before, ...viewed.duties])
    await writeDuties(tx, user.id, duties)
    await changeRole(tx, user.id, 'staff')
    if (!user.emailVerified) {
      await markEmailVerified(tx, user.id)
      await joinConfirmed(services, tx, user)
    }
    await endSessionsOf(tx, user.id, identity.tokenOf(headers))
    await writeAuditEntry(
      tx,
      viewer,
      'invitation-accepted',
      auditSubject('user', user.id, viewed.by),
      {
        before: { duties: dutiesIn(before) },
        after: { duties },
      },
    )
    return { ok: true } as const
  })
}
