import type { Viewer } from '#platform/access/signed-in.ts'
import type { ShipToValues } from '#checkout/offers/ship-to-form.rules.ts'
import { emptyShipTo } from '#checkout/offers/ship-to-form.rules.ts'
import type { Shop } from '#platform/services/shop.ts'

/** The ship-to form prefilled from the user's profile. */
export async function knownShipTo(shop: Shop, viewer: Viewer): Promise<ShipToValues> {
  const { fields } = await shop.viewAccount(viewer)
  return {
    ...emptyShipTo,
    name: `${fields.firstname} ${fields.lastname}`.trim(),
    email: fields.email,
    phone: fields.phone,
    birthdate: fields.birthdate,
    address: fields.address,
    addressExtra: fields.addressExtra,
    city: fields.city,
    state: fields.state,
    zipCode: fields.zipCode,
  }
}
