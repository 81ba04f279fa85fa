import type { Viewer } from '#data/people/users.ts'
import { userById } from '#data/people/users.ts'

import { customerProfile } from '#use-cases/people/payment-customer.ts'
import type { Services } from '#platform/services/services.ts'

/** Where the customer's wine goes, and nothing else of the account; null without an address. */
export async function viewShipTo({ db }: Services, viewer: Pick<Viewer, 'id'>) {
  const user = await userById(db, viewer.id)
  return user && customerProfile(user).shipping
}
