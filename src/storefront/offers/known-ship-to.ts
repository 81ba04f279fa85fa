import { viewAccount } from '#accounts/account/view-account.actions.server.ts'
import type { ShipToValues } from '#checkout/offers/ship-to-form.rules.ts'
import { emptyShipTo } from '#checkout/offers/ship-to-form.rules.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'

/** The ship-to form prefilled from the user's profile. */
export async function knownShipTo(services: Services, viewer: Viewer): Promise<ShipToValues> {
  const { fields } = await viewAccount(services, viewer)
  return {
    ...emptyShipTo,
    name: `${fields.firstname} ${fields.lastname}`.trim(),
    email: fields.email,
    phone: fields.phone,
    birthdate: fields.birthdate,
    ...addressIn(fields),
  }
}
