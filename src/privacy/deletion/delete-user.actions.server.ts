import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { lockOwners, lockStaff } from '#accounts/users/duties.store.server.ts'
import { lockCart } from '#checkout/cart/carts.store.server.ts'
import { eraseDeletedUsers } from './deleted-users.store.server.ts'
import { lockUserForStaff, staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'

import { userSubject } from '../log.copy.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { forgetAddress } from './forget-address.actions.server.ts'
import { deletePerson } from './delete-person.store.server.ts'
import { eraseSubscribersWaiting } from './delete-subscriber.actions.server.ts'

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
 * Deletes a user with everything that is theirs alone; orders stay without an owner. Open payment pages are
 * closed first; while the provider is unavailable, nothing is deleted. Not for the viewer's own account nor
 * the last owner's. Only for staff.
 */
export async function deleteUser(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<DeletedUserByStaff> {
  const { db } = services
  if (!mayWithFreshCode(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  if (viewer.id === id) return { ok: false, reason: 'self' }
  if (!(await staffUserById(db, id))) return { ok: false, reason: 'gone' }
  for (let round = 0; round < rounds; round++) {
    if (!(await endOpenCheckouts(services, id))) return { ok: false, reason: 'provider-away' }
    const deleting = db.transaction((tx) => deleteIn(services, tx, viewer, id))
    const outcome = await deleting.catch(async (error: unknown) => {
      // The cart of an account that is deleted meanwhile can't be locked.
      if (await staffUserById(db, id)) throw error
      return { ok: false, reason: 'gone' } as const
    })
    if (outcome !== 'open-page') return outcome
  }
  return { ok: false, reason: 'provider-away' }
}

async function deleteIn(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  id: string,
): Promise<DeletedUserByStaff | 'open-page'> {
  const seen = await staffUserById(tx, id)
  if (!seen) return { ok: false, reason: 'gone' }
  if (seen.facts.role === 'staff') {
    const staff = await lockStaff(tx)
    // Of two who delete each other at once the second is no longer staff, so one stays.
    if (!staff.includes(viewer.id)) return { ok: false, reason: 'not-staff' }
    // The duty to edit customers does not include staff.
    if (!may(viewer, 'manage-people')) return { ok: false, reason: 'colleague' }
    const owners = await lockOwners(tx)
    if (owners.length === 1 && owners[0] === id) return { ok: false, reason: 'last-owner' }
  }
  await lockCart(tx, id)
  const user = await lockUserForStaff(tx, id)
  if (!user) return { ok: false, reason: 'gone' }
  const deleted = await deletePerson(services, tx, id)
  if (deleted === 'open-page') return deleted
  if (deleted === 'gone') return { ok: false, reason: 'gone' }
  const { firstname, lastname, email } = user.fields
  await writeAuditEntry(tx, viewer, 'user-deleted', userSubject(id, user), {
    before: { firstname, lastname, email },
  })
  const second = deleted.secondAddresses.map((address) => ({ email: address, isConfirmed: true }))
  for (const record of [deleted, ...second]) await forgetAddress(services, tx, record, 'staff')
  return { ok: true }
}

/**
 * Erases accounts whose merge can no longer be undone, and who waits for that since the release before. A
 * background job.
 */
export async function eraseDeletedUsersDue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const records = await eraseDeletedUsers(tx, clock())
    for (const record of records) await forgetAddress(services, tx, record, 'staff')
    return records.length + (await eraseSubscribersWaiting(services, tx))
  })
  if (erased > 0) log.info({ erased }, 'merged accounts were erased')
}
