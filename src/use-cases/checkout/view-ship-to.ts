import { userById } from '#data/people/users.ts'
import type { Viewer } from '#data/people/users.ts'

import type { Services } from '#use-cases/services.ts'

/** Where the customer's wine goes, and nothing else of the account; null without an address. */
export async function viewShipTo({ db }: Services, viewer: Pick<Viewer, 'id'>) {
  const user = await userById(db, viewer.id)
  if (!user?.address) return null
  const { address: line1, addressExtra: line2, city, state, zipCode: postalCode } = user
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  return { name, address: { line1, line2, city, state, postalCode } }
}
