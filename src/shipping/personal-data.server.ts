import type { PersonalData } from '#platform/module/personal-data.ts'

import { personalShipments } from './whereabouts/personal-shipments.store.server.ts'

/** Shipments, which belong to orders and stay with them. */
export const shippingPersonalData: PersonalData = {
  tables: {},
  exportUser: { shipments: personalShipments },
}
