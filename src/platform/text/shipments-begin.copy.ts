import { writtenDate } from './dates.rules.ts'

/** When an order leaves: from the day that its release names, else as the policy says. */
export const shipmentsBegin = (shipsFrom: string | null) =>
  shipsFrom ? `Ships from ${writtenDate(shipsFrom)}.` : 'Shipments begin in November.'
