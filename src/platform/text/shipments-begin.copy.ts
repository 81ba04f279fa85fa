import { writtenDate } from './dates.rules.ts'

/** When an order leaves: from the day that its release names, else as the policy says. */
export const shipmentsBegin = (shipsFrom: string | null) =>
  shipsFrom ? `Ships from ${writtenDate(shipsFrom)}.` : 'Shipments begin in November.'

export const adultSigns = 'An adult 21 or older must sign for the delivery'

/** When an order leaves, and who has to be there when it arrives. */
export const deliveryNote = (shipsFrom: string | null) =>
  `${shipmentsBegin(shipsFrom)} ${adultSigns}.`
