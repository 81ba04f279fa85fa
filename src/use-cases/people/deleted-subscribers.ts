import { deletedClientsOf, eraseDeletedClients } from '#data/people/deleted-subscribers.ts'
import { may } from '#domain/admin/access.ts'
import { undoPending } from '#domain/admin/undo.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'

/** Somebody just deleted, and for how many milliseconds more that can be undone. */
export type UndoableDeletion = { id: string; label: string; millisLeft: number }

/** Whom the viewer deleted within the last ten seconds, oldest first. Only for staff. */
export async function undoableSubscriberDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer.role, 'edit-subscribers')) return []
  const now = clock()
  const deleted = await deletedClientsOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoPending - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
}

/** Erases clients whose deletion can't be undone any more. A duty of the queue. */
export async function eraseDeletedSubscribers({ db, clock, log }: Services): Promise<void> {
  const erased = await eraseDeletedClients(db, clock())
  if (erased > 0) log.info({ erased }, 'deleted clients were erased')
}
