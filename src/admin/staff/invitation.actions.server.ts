import { z } from 'zod'

import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import { ownerOfSecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { dutiesOf, writeDuties } from '#accounts/users/duties.store.server.ts'
import { invitationByHash, useInvitation } from '#accounts/users/staff-invitations.store.server.ts'
import { lockUser, markEmailVerified, userById } from '#accounts/users/users.store.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { changeRoleOf } from './change-role.actions.server.ts'

export const invitationRefused = {
  unknown:
    'This link is incomplete, or the invitation was withdrawn. Copy the whole link from the email, or ask the person who invited you for a new one.',
  used: 'This invitation has already been used. If that was you, log in.',
  expired: 'This invitation has expired. Ask the person who invited you for a new one.',
  'other-account': 'You are logged in with another account. Log out first.',
  'second-address':
    'The account with this address was merged into another. Ask for an invitation to the address you log in with now.',
  'too-many': identitySentence('too-many-links'),
} as const

type WhyNotInvited = keyof typeof invitationRefused

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

/** Whether the invitation was used by the viewer, who is still staff: the same form was sent twice. */
async function isStaffBy(
  db: Queryable,
  token: string,
  viewer: Pick<SignedIn, 'id' | 'email'>,
): Promise<boolean> {
  const found = await invitationByHash(db, tokenHashOf(token))
  if (!found?.invitation.usedAt || found.invitation.email !== viewer.email) return false
  return (await dutiesOf(db, viewer.id)).length > 0
}

/**
 * Makes the viewer's account staff by the link that was sent to its address, which also confirms
 * that address. All other login sessions of the account end.
 */
export const acceptInvitation = customerWork({
  for: 'anyone',
  limit: 'itself',
  form: z.object({ token: text() }),
  async run({ services, viewer, headers }, { token }) {
    const here = paths.invitation(token)
    if (!viewer) {
      return refuse('Please log in first.', { elsewhere: { to: paths.login(here), tone: 'info' } })
    }
    const refused = (reason: WhyNotInvited) =>
      refuse(invitationRefused[reason], { elsewhere: { to: here } })
    const { db, identity } = services
    const refusedAsUsed = async (on: Queryable) =>
      (await isStaffBy(on, token, viewer)) ? {} : refused('used')
    const viewed = await viewInvitation(services, token, headers)
    if (!viewed.ok) return viewed.reason === 'used' ? refusedAsUsed(db) : refused(viewed.reason)
    if (viewed.email !== viewer.email) return refused('other-account')
    return db.transaction(async (tx) => {
      if (!(await lockUser(tx, viewer.id))) return refused('unknown')
      const user = (await userById(tx, viewer.id))!
      if (user.email !== viewed.email) return refused('other-account')
      if (!(await useInvitation(tx, tokenHashOf(token)))) return refusedAsUsed(tx)
      const before = await dutiesOf(tx, user.id)
      const duties = dutiesIn([...before, ...viewed.duties])
      await writeDuties(tx, user.id, duties)
      await changeRoleOf(tx, viewer, user, 'staff')
      if (!user.emailVerified) {
        await markEmailVerified(tx, user.id)
        await joinConfirmed(services, tx, user)
      }
      await endSessionsOf(tx, user.id, identity.tokenOf(headers))
      const subject = auditSubject('user', user.id, viewed.by)
      await writeAuditEntry(tx, viewer, 'invitation-accepted', subject, {
        before: { duties: dutiesIn(before) },
        after: { duties },
      })
      return {}
    })
  },
  say: () => ({ sentence: 'Welcome. You are one of the staff now.', to: paths.admin() }),
})
