import { customerProfile } from '#accounts/account/payment-customer.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

/**
 * Where the customer's wine goes, and nothing else of the account; null without an address. The reader of a
 * forwarded link first has a limited session: it shows neither surname nor street.
 */
export async function viewShipTo(
  { db }: Services,
  viewer: Pick<SignedIn, 'id'> & Partial<Pick<SignedIn, 'isLimited'>>,
) {
  const user = await userById(db, viewer.id)
  const shipTo = user && customerProfile(user).shipping
  if (!shipTo || !viewer.isLimited) return shipTo
  const address = { ...shipTo.address, line1: '', line2: '' }
  return { name: user.firstName, address }
}
