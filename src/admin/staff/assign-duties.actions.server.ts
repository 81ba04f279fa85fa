import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  dutiesOf,
  lockOwners,
  staffPeople,
  writeDuties,
} from '#accounts/users/duties.store.server.ts'
import type { StaffPerson } from '#accounts/users/duties.store.server.ts'
import { changeRole, lockUser, userByEmail } from '#accounts/users/users.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { areSameDuties, dutiesIn } from '#platform/access/duties.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { accountSubject } from '#accounts/log.copy.ts'

/** All staff with their duties. Only for an owner. */
export async function viewStaff(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { people: StaffPerson[] }>> {
  if (!may(viewer, 'manage-people')) return { ok: false, reason: 'not-staff' }
  return { ok: true, people: await staffPeople(db) }
}

type AssignedDuties = Outcome<
  'not-staff' | 'unknown' | 'unconfirmed' | 'last-owner' | 'changed-meanwhile',
  { outcome: 'changed' | 'same' | 'ended' }
>

type Assignment = {
  email: string
  /** None ends the staff rights. */
  duties: readonly Duty[]
  /** The duties that the form showed; null for a user who has none yet. */
  seen: readonly Duty[] | null
}

/**
 * Gives a registered user these duties, or ends their staff rights. Their login sessions end when a
 * duty is removed and when they become staff. The last owner stays an owner, also when two owners
 * remove each other at once. Only for an owner.
 */
export async function assignDuties(
  { db }: Services,
  viewer: Staff,
  { email, duties: wanted, seen }: Assignment,
): Promise<AssignedDuties> {
  if (!mayWithFreshCode(viewer, 'manage-people')) return { ok: false, reason: 'not-staff' }
  const duties = dutiesIn(wanted)
  return db.transaction(async (tx): Promise<AssignedDuties> => {
    const owners = await lockOwners(tx)
    if (!owners.includes(viewer.id)) return { ok: false, reason: 'not-staff' }
    const user = await userByEmail(tx, normalisedEmail(email))
    if (!user || !(await lockUser(tx, user.id))) return { ok: false, reason: 'unknown' }
    const before = user.role === 'staff' ? await dutiesOf(tx, user.id) : []
    if (areSameDuties(before, duties)) return { ok: true, outcome: 'same' }
    if (!areSameDuties(before, seen ?? [])) return { ok: false, reason: 'changed-meanwhile' }
    if (before.length === 0 && !user.emailVerified) return { ok: false, reason: 'unconfirmed' }
    const isLastOwner = owners.length === 1 && owners[0] === user.id
    if (isLastOwner && !duties.includes('owner')) return { ok: false, reason: 'last-owner' }

    await writeDuties(tx, user.id, duties)
    const role = duties.length > 0 ? 'staff' : 'member'
    const isNewRole = await changeRole(tx, user.id, role)
    const isLess = before.some((duty) => !duties.includes(duty))
    if (isNewRole || isLess) await endSessionsOf(tx, user.id)
    await writeAuditEntry(
      tx,
      viewer,
      before.length === 0
        ? 'staff-granted'
        : role === 'member'
          ? 'staff-revoked'
          : 'duties-changed',
      accountSubject(user),
      { before: { duties: dutiesIn(before) }, after: { duties } },
    )
    return { ok: true, outcome: role === 'member' ? 'ended' : 'changed' }
  })
}
