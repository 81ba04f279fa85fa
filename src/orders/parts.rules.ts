import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const ordersParts = {
  orders: {
    title: 'Orders',
    page: paths.staffOrders(),
    action: 'handle-orders',
    group: 'sell',
    place: 1,
  },
} as const satisfies ModuleParts
