import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import { whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { addressIn, noAddress } from '#platform/address/address.rules.ts'
import { fieldMessages } from '#platform/form/fields.copy.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { fillAddress } from '../users/accounts.store.server.ts'
import type { AccountFields } from './account-form.rules.ts'
import type { FieldErrors } from './account-form.rules.ts'
import { checkBlock } from './account-form.rules.ts'
import { queueCustomerSync } from './payment-customer.actions.server.ts'

type FilledAddress =
  | { ok: true }
  | { ok: false; reason: 'invalid'; errors: FieldErrors }
  | { ok: false; reason: 'not-served'; problem: ShipToProblem }
  /** There is an address already: changing it needs authentication. */
  | { ok: false; reason: 'kept' }

/** Saves the customer's first shipping address; it is changed by the account's form only. */
export async function fillOwnAddress(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  values: Partial<AccountFields>,
): Promise<FilledAddress> {
  const today = shopToday(services)
  const checked = checkBlock('shipping', values, today)
  // The account's form may leave the state out; a purchase cannot.
  const lacksState = !values.state?.trim() && { state: fieldMessages.notAState }
  if (!checked.ok) {
    return { ok: false, reason: 'invalid', errors: { ...checked.errors, ...lacksState } }
  }
  if (lacksState) return { ok: false, reason: 'invalid', errors: lacksState }
  const to = addressIn({ ...noAddress, ...checked.fields })
  const problem = whyNotShipTo(to, today)
  if (problem) return { ok: false, reason: 'not-served', problem }
  return services.db.transaction(async (tx): Promise<FilledAddress> => {
    if (!(await fillAddress(tx, viewer.id, to))) return { ok: false, reason: 'kept' }
    await queueCustomerSync(tx, viewer.id)
    return { ok: true }
  })
}
