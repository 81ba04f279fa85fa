import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { lockOwners } from '#accounts/users/duties.store.server.ts'
import {
  deletedUsersOf,
  eraseDeletedUsers,
  lockStaff,
  restoreDeletedUser,
  softDeleteUser,
} from '#accounts/users/deleted-users.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import { undoGraceMillis, undoMillis } from '#platform/undo/undo.rules.ts'

import { userSubject } from '#platform/audit/audit-subjects.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { forgetAddress } from '#accounts/consent/consent.actions.server.ts'
import type { UndoableDeletion } from './delete-subscriber.actions.server.ts'
import { stillUndoable } from './delete-subscriber.actions.server.ts'

export type WhyNotDeleteUser =
  | 'not-staff'
  | 'gone'
  | 'self'
  | 'provider-away'
  /** A staff user: only owners delete colleagues. */
  | 'colleague'
  | 'last-owner'

type DeletedUserByStaff = Outcome<WhyNotDeleteUser>

/** Attempts, as the user may open payment pages in another window meanwhile. */
const rounds = 3

/**
 * Soft-deletes a user, whose login sessions end; a background job erases them when the undo window of
 * ten seconds is over. Orders stay without an owner. Open payment pages are closed first; while the
 * provider is unavailable, nothing is deleted. Not for the viewer's own account nor the last owner's.
 * Only for staff.
 */
export async function deleteUser(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<DeletedUserByStaff> {
  const { db, clock } = services
  if (!mayWithFreshCode(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  if (viewer.id === id) return { ok: false, reason: 'self' }
  if (!(await staffUserById(db, id))) return { ok: false, reason: 'gone' }
  for (let round = 0; round < rounds; round++) {
    if (!(await endOpenCheckouts(services, id))) return { ok: false, reason: 'provider-away' }
    const eraseAt = new Date(clock().getTime() + undoMillis + undoGraceMillis)
    const outcome = await db.transaction((tx) => deleteIn(tx, viewer, id, eraseAt))
    if (outcome !== 'open-page') return outcome
  }
  return { ok: false, reason: 'provider-away' }
}

async function deleteIn(
  tx: Transaction,
  viewer: Staff,
  id: string,
  eraseAt: Date,
): Promise<DeletedUserByStaff | 'open-page'> {
  const seen = await staffUserById(tx, id)
  if (seen?.facts.role === 'staff') {
    const staff = await lockStaff(tx)
    // Of two who delete each other at once the second is no longer staff, so one stays.
    if (!staff.includes(viewer.id)) return { ok: false, reason: 'not-staff' }
    // The duty to edit customers does not include staff.
    if (!may(viewer, 'manage-people')) return { ok: false, reason: 'colleague' }
    const owners = await lockOwners(tx)
    if (owners.length === 1 && owners[0] === id) return { ok: false, reason: 'last-owner' }
  }
  const user = await softDeleteUser(tx, id, { by: viewer.id, eraseAt })
  if (user === 'open-page') return user
  if (user === 'gone') return { ok: false, reason: 'gone' }
  const { firstname, lastname, email } = user.fields
  await writeAuditEntry(tx, viewer, 'user-deleted', userSubject(id, user), {
    before: { firstname, lastname, email },
  })
  await queueJob(tx, 'erase-deleted-users', {}, undefined, eraseAt)
  return { ok: true }
}

/** Users that the viewer deleted within the undo window, oldest first. Only for staff. */
export async function undoableUserDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer, 'edit-users')) return []
  const now = clock()
  return stillUndoable(await deletedUsersOf(db, viewer.id, now), now)
}

/** Erases users whose undo window is over. A background job. */
export async function eraseDeletedUsersDue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const records = await eraseDeletedUsers(tx, clock())
    for (const record of records) await forgetAddress(services, tx, record, 'staff')
    return records.length
  })
  if (erased > 0) log.info({ erased }, 'deleted users were erased')
}

/** Undoes the deletion of a user within the undo window. Only for staff. */
export async function restoreUser(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'too-late' | 'registered-again'>> {
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const user = await restoreDeletedUser(tx, id, clock())
    if (typeof user === 'string') return { ok: false, reason: user }
    const { firstname, lastname, email } = user.fields
    await writeAuditEntry(tx, viewer, 'user-restored', userSubject(id, user), {
      after: { firstname, lastname, email },
    })
    return { ok: true }
  })
}
