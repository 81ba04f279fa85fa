import type { Viewer } from '#data/people/users.ts'
import { userById } from '#data/people/users.ts'
import { insertDataRequest } from '#data/people/data-requests.ts'
import { personalDataOf } from '#data/people/personal-data.ts'
import { personalShipments } from '#data/shipping/personal-shipments.ts'

import type { Services } from '#use-cases/services.ts'

/** Everything kept about the member, as it is stored. */
export async function exportPersonalData({ db, clock }: Services, viewer: Pick<Viewer, 'id'>) {
  const account = await userById(db, viewer.id)
  if (!account) throw new Error('The signed-in person has no record')
  const shipments = await personalShipments(db, account.id)
  const number = await insertDataRequest(db, 'export', account.email, { isDone: true })
  const kept = await personalDataOf(db, account)
  return { number, writtenAt: clock(), account, ...kept, shipments }
}
