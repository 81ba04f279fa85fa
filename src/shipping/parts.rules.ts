import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

const part = (title: string, page: string, place: number) =>
  ({ title, page, action: 'ship-orders', group: 'ship', place }) as const

/** The parts of the admin that are of this module. */
export const shippingParts = {
  shipping: part('Shipping', paths.shippingOverview(), 1),
  shipments: part('Shipments', paths.shipments(), 2),
  handovers: part('Handovers', paths.handovers(), 3),
  pickups: part('Pickups', paths.pickups(), 4),
  claims: part('Claims', paths.claims(), 5),
  holds: part('Holds', paths.shipmentHolds(), 6),
  settings: { ...part('Shipping settings', paths.shippingSettings(), 3), group: 'settings' },
  profiles: { ...part('Shippers', paths.shipperProfiles(), 4), group: 'settings' },
} as const satisfies ModuleParts
