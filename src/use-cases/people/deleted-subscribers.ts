import { deletedSubscribersOf, eraseExpiredSubscribers } from '#data/people/deleted-subscribers.ts'
import { may } from '#domain/admin/access.ts'
import { undoGraceMillis } from '#domain/admin/undo.ts'
import { consentWordings } from '#domain/copy/consent.ts'

import type { Services, Staff } from '#use-cases/services.ts'
import { forgetAddress, recordNoOfErased } from './consent.ts'

/** A subscriber just deleted, and for how many milliseconds more that can be undone. */
export type UndoableDeletion = { id: string; label: string; millisLeft: number }

/** Whom the viewer deleted within the last ten seconds, oldest first. Only for staff. */
export async function undoableSubscriberDeletions(
  { db, clock }: Services,
  viewer: Staff,
): Promise<UndoableDeletion[]> {
  if (!may(viewer, 'edit-subscribers')) return []
  const now = clock()
  const deleted = await deletedSubscribersOf(db, viewer.id, now)
  return deleted
    .map(({ id, label, eraseAt }) => {
      const millisLeft = eraseAt.getTime() - undoGraceMillis - now.getTime()
      return { id, label, millisLeft }
    })
    .filter(({ millisLeft }) => millisLeft > 0)
}

/**
 * Erases subscribers whose undo window is over. Accounts with their addresses stay and get no more
 * emails of the list. A background job.
 */
export async function eraseDeletedSubscribers(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const emails = await eraseExpiredSubscribers(tx, clock())
    for (const email of emails) {
      const act = { source: 'staff', wording: consentWordings.recordDeleted } as const
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await recordNoOfErased(services, tx, email, act)
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await forgetAddress(services, tx, { email, isConfirmed: true }, 'staff')
    }
    return emails.length
  })
  if (erased > 0) log.info({ erased }, 'deleted subscribers erased')
}
