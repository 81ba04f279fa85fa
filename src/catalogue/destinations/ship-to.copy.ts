import { stateName } from '#platform/text/us-states.rules.ts'

import type { ShipToProblem } from './ship-to.rules.ts'

/** Why wine may not go to an address. */
export const shipToSentence = {
  'no-address': 'We need your shipping address before we can send wine.',
  'state-not-served': 'We are not permitted to ship wine to this state.',
  'not-a-zip': 'A ZIP code has five digits, such as 94110.',
  'zip-not-in-state': 'This ZIP code is not in the state you chose.',
  military: 'Wine can’t go to APO, FPO or DPO addresses: military mail does not carry it.',
  'po-box': 'Wine can’t go to a PO box: an adult has to sign for it at a street address.',
} as const satisfies Record<ShipToProblem, string>

/** A sentence that is read away from its address: it names the state. */
export const namingState = (sentence: string, state: string): string =>
  sentence.replace('this state', stateName(state) || 'this state')
