import { stateName } from '#platform/text/us-states.rules.ts'

import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** `1 Main Street, Austin, Texas 78701`; by a guest's link `Austin, Texas`. */
export const destinationText = ({
  address,
  addressExtra,
  city,
  state,
  zipCode,
}: ChangesOfOrder['to']) =>
  [address, addressExtra, city, `${stateName(state)} ${zipCode ?? ''}`.trim()]
    .filter(Boolean)
    .join(', ')
