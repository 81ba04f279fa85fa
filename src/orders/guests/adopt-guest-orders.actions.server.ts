import type { Services } from '#platform/services/services.ts'

import { adoptGuestOrdersPlaced } from './guest-orders.store.server.ts'

const hour = 60 * 60 * 1000
/** For an hour the guest's thank-you page and confirmation link work as for a guest. */
const delay = hour
/** Orders older than this were adopted when the account's email was confirmed, or before. */
const span = 7 * 24 * hour

/**
 * Assigns orders that a guest placed with the confirmed email of an account to that account, an
 * hour later. Orders from before the confirmation are assigned by the confirmation itself. A
 * background job.
 */
export async function adoptGuestOrders({ db, clock, log }: Services): Promise<void> {
  const now = clock().getTime()
  const adopted = await adoptGuestOrdersPlaced(db, {
    from: new Date(now - span),
    to: new Date(now - delay),
  })
  if (adopted > 0) log.info({ adopted }, 'guest orders adopted')
}
