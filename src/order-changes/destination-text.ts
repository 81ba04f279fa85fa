import { addressInOneLine, noAddress } from '#platform/address/address.rules.ts'

import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** `1 Main Street, Austin, Texas 78701`; by a guest's link `Austin, Texas`. */
export const destinationText = (to: ChangesOfOrder['to']) =>
  addressInOneLine({ ...noAddress, ...to })
