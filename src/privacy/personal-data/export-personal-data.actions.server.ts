import type { Viewer } from '#platform/access/signed-in.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { insertDataRequest } from '#accounts/consent/data-requests.store.server.ts'
import { personalDataOf } from './personal-data.store.server.ts'
import { notesAbout } from '#orders/notes/order-notes.store.server.ts'
import { personalShipments } from '#shipping/whereabouts/personal-shipments.store.server.ts'

import type { Services } from '#platform/services/services.ts'

/**
 * Everything kept about the customer, as it is stored. Recorded as a data request once the address is
 * confirmed: until then it may be someone else's.
 */
export async function exportPersonalData({ db, clock }: Services, viewer: Pick<Viewer, 'id'>) {
  const account = await userById(db, viewer.id)
  if (!account) throw new Error('The signed-in person has no record')
  const shipments = await personalShipments(db, account.id)
  const orderNotes = await notesAbout(db, account.id)
  const number = account.emailVerified
    ? await insertDataRequest(db, 'export', account.email, { isDone: true })
    : null
  const kept = await personalDataOf(db, account)
  return { number, writtenAt: clock(), account, ...kept, shipments, orderNotes }
}
