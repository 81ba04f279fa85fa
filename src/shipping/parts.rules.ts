import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const shippingParts = {
  shipping: { title: 'Shipping', page: paths.shippingOverview(), action: 'ship-orders', place: 70 },
} as const satisfies ModuleParts
