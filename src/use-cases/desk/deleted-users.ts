import { deletedUsersOf, eraseDeletedUsers } from '#data/deleted-users.ts'
import { may } from '#domain/access.ts'
import { undoOnItsWay } from '#domain/undo.ts'

import type { UndoableDeletion } from './deleted-clients.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'

/** Which users the viewer deleted within the last ten seconds, oldest first. Only for staff. */
export async function undoableUserDeletions(
  { db, clock }: Parts,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer.role, 'edit-users')) return []
  const now = clock()
  const deleted = await deletedUsersOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoOnItsWay - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
}

/** Erases users whose deletion can't be undone any more. A duty of the queue. */
export async function eraseUsers({ db, clock, log }: Parts): Promise<void> {
  const erased = await db.transaction((tx) => eraseDeletedUsers(tx, clock()))
  if (erased > 0) log.info({ erased }, 'deleted users were erased')
}
