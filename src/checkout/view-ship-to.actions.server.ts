import { customerProfile } from '#accounts/account/payment-customer.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { addressInTwoLines, placeLine } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'

/** Where a user's wine goes, as a page shows it, the name first; null without an address. */
export const destinationLines = (user: User): string[] | null =>
  user.address ? [customerProfile(user).name, ...addressInTwoLines(user)] : null

const limitedLines = (user: User): string[] => [user.firstName, placeLine(user)].filter(Boolean)

/** The same in one line, as a page may have shown it to the user. */
export const shownDestinations = (user: User): string[] =>
  [destinationLines(user) ?? [], limitedLines(user)].map((lines) => lines.join(', '))

/**
 * Where the customer's wine goes, and nothing else of the account; null without an address. The reader of a
 * forwarded link first has a limited session: it shows neither surname nor street.
 */
export async function viewShipTo(
  { db }: Services,
  viewer: Pick<SignedIn, 'id'> & Partial<Pick<SignedIn, 'isLimited'>>,
): Promise<string[] | null> {
  const user = await userById(db, viewer.id)
  const lines = user && destinationLines(user)
  if (!lines || !viewer.isLimited) return lines
  return limitedLines(user)
}
