import { deletedClientsOf, eraseDeletedClients } from '#data/deleted-clients.ts'
import { may } from '#domain/access.ts'
import { undoOnItsWay } from '#domain/undo.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'

/** Somebody just deleted, and for how many milliseconds more that can be undone. */
export type UndoableDeletion = { id: string; label: string; millisLeft: number }

/** Whom the viewer deleted within the last ten seconds, oldest first. Only for staff. */
export async function undoableDeletions(
  { db, clock }: Parts,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer.role, 'edit-clients')) return []
  const now = clock()
  const deleted = await deletedClientsOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoOnItsWay - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
}

/** Erases clients whose deletion can't be undone any more. A duty of the queue. */
export async function eraseDeleted({ db, clock, log }: Parts): Promise<void> {
  const erased = await eraseDeletedClients(db, clock())
  if (erased > 0) log.info({ erased }, 'deleted clients were erased')
}
