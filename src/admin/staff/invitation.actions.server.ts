import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import { ownerOfSecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { dutiesOf, writeDuties } from '#accounts/users/duties.store.server.ts'
import { invitationByHash, useInvitation } from '#accounts/users/staff-invitations.store.server.ts'
import {
  changeRole,
  lockUser,
  markEmailVerified,
  userById,
} from '#accounts/users/users.store.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'

type WhyNotInvited =
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
  demandConfirmed(viewer)
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
