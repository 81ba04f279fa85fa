import type { Viewer } from '#data/people.ts'
import type { ShipToValues } from '#domain/forms/offer-ship-to.ts'
import { emptyShipTo } from '#domain/forms/offer-ship-to.ts'
import type { Shop } from '#use-cases/shop.ts'

/** What a member has told us already, so that they need not write it again. */
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
