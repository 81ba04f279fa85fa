import { stateName } from '#platform/text/us-states.rules.ts'

type ShipTo = {
  name: string
  address: { line1: string; line2: string; city: string; state: string; postalCode: string }
}

/** The lines of an address as a page shows them, the name first. */
export function destinationLines({ name, address }: ShipTo): string[] {
  const { line1, line2, city, state, postalCode } = address
  return [name, line2 ? `${line1}, ${line2}` : line1, `${city}, ${stateName(state)} ${postalCode}`]
}
