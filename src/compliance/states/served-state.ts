import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

/** The state that the path of a page names. */
export const stateOfPath = text()

/** The specification decides where wine goes at all: staff can narrow that, never widen it. */
export function demandServed(state: string, today: string): void {
  if (isServed(state, today)) return
  throw refuse(`The shop does not ship to ${stateName(state)}, and no rule can allow it.`, {
    field: 'state',
  })
}
