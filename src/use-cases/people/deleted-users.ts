import { deletedUsersOf, eraseDeletedUsers } from '#data/people/deleted-users.ts'
import { may } from '#domain/admin/access.ts'
import { undoGraceMillis } from '#domain/admin/undo.ts'

import { forgetAddress } from './consent.ts'
import type { UndoableDeletion } from './deleted-subscribers.ts'
import type { Services, Staff } from '#use-cases/services.ts'

/** Which users the viewer deleted within the last ten seconds, oldest first. Only for staff. */
export async function undoableUserDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer, 'edit-users')) return []
  const now = clock()
  const deleted = await deletedUsersOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoGraceMillis - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
}

/** Erases users whose undo window is over. A background job. */
export async function eraseDeletedUsersDue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const records = await eraseDeletedUsers(tx, clock())
    // oxlint-disable-next-line no-await-in-loop -- one connection
    for (const record of records) await forgetAddress(services, tx, record, 'staff')
    return records.length
  })
  if (erased > 0) log.info({ erased }, 'deleted users were erased')
}
