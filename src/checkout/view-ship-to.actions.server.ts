import type { Viewer } from '#platform/access/signed-in.ts'
import { userById } from '#accounts/users/users.store.server.ts'

import { customerProfile } from '#accounts/account/payment-customer.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

/** Where the customer's wine goes, and nothing else of the account; null without an address. */
export async function viewShipTo({ db }: Services, viewer: Pick<Viewer, 'id'>) {
  const user = await userById(db, viewer.id)
  return user && customerProfile(user).shipping
}
