import type { Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { personalDataOf } from '#data/personal-data.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Everything kept about the member, to be handed to them as it stands in the books. */
export async function exportPersonalData({ db, clock }: Parts, viewer: Pick<Viewer, 'id'>) {
  const account = await userById(db, viewer.id)
  if (!account) throw new Error('The signed-in person has no record')
  return { writtenAt: clock(), account, ...(await personalDataOf(db, account)) }
}
