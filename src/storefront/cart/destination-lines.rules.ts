import { stateName } from '#platform/text/us-states.rules.ts'

type ShipTo = {
  name: string
  address: { line1: string; line2: string; city: string; state: string; postalCode: string }
}

/** The lines of an address as a page shows them, the name first; those that are not shown are left out. */
export function destinationLines({ name, address }: ShipTo): string[] {
  const { line1, line2, city, state, postalCode } = address
  const street = line2 ? `${line1}, ${line2}` : line1
  return [name, street, `${city}, ${stateName(state)} ${postalCode}`].filter((line) => line !== '')
}
