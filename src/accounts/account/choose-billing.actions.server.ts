import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { accountOfUser, columnsOf, saveUserIf } from '../users/accounts.store.server.ts'
import { billingAsShipping } from '../users/staff-user.rules.ts'
import { userById } from '../users/users.store.server.ts'
import { queueCustomerSync } from './payment-customer.actions.server.ts'

/**
 * Saves whether the shipping address is the billing address too. Yes copies name and address into the
 * billing fields. Not ok, and nothing is written, when the account was saved since the page was rendered.
 */
export async function chooseBilling(
  { db }: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  isSame: boolean,
  version: number,
): Promise<{ ok: boolean }> {
  demandConfirmed(viewer)
  return db.transaction(async (tx) => {
    const before = await userById(tx, viewer.id)
    if (!before) throw new Error('The signed-in person has no record')
    const { fields } = accountOfUser(before)
    const copied = isSame ? columnsOf(billingAsShipping(fields)) : {}
    const saved = await saveUserIf(tx, viewer.id, version, { ...copied, billingDiffers: !isSame })
    if (!saved) return { ok: false }
    await queueCustomerSync(tx, viewer.id)
    return { ok: true }
  })
}
