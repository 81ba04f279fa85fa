import type { CarrierContact, ShippingFigures } from './shipping-figures.store.server.ts'
import { allCarrierContacts, shippingFigures } from './shipping-figures.store.server.ts'
import type { ShippingSettings } from './shipping-settings.store.server.ts'
import { shippingSettingsOf } from './shipping-settings.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type ViewedShipping = Outcome<
  'not-staff',
  {
    /** Null until staff begin to ship from here. */
    settings: ShippingSettings | null
    figures: ShippingFigures | null
    contacts: CarrierContact[]
  }
>

/** The settings of fulfilment, with the number of shipments in each state. Only for staff. */
export async function viewShipping({ db }: Services, viewer: Staff): Promise<ViewedShipping> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const settings = await shippingSettingsOf(db)
  if (!settings) return { ok: true, settings, figures: null, contacts: [] }
  return {
    ok: true,
    settings,
    figures: await shippingFigures(db),
    contacts: await allCarrierContacts(db),
  }
}
