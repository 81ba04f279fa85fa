import { inWords } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { namingState } from '../ship-to.copy.ts'
import { maxQuantity, shippingMethodName } from '../shipping.rules.ts'
import type {
  CountedBy,
  CountedIn,
  ForbiddenVerdict,
  StateProblem,
  StateVerdict,
} from './state-rules.rules.ts'
import { bottleMl, unitsLeftAfter, unitsThatFit, volumeFigure } from './state-rules.rules.ts'

/** Why the rules of a state forbid an order, where its figures are not known or are not the reader's. */
export const stateSentence = {
  'zip-not-served': 'We are not permitted to ship wine to this ZIP code.',
  'state-suspended': 'We are not shipping wine to this state at the moment.',
  'birthdate-needed':
    'We need your birthdate before we can send wine to this state: its rules ask for it.',
  'order-too-large': 'This is more wine than one order to this state may hold.',
  'over-volume': 'This is more wine than may go to this state for you at the moment.',
} as const satisfies Record<StateProblem, string>

const windowText = {
  'calendar-month': 'a month',
  'two-months': 'in two months',
  'calendar-year': 'a year',
  'twelve-months': 'in twelve months',
  'year-from-july': 'from July to June',
} as const satisfies Record<CountedIn, string>

const receiverText = {
  person: { one: 'person', had: 'you have had' },
  household: { one: 'household', had: 'yours has had' },
  address: { one: 'address', had: 'yours has had' },
} as const satisfies Record<CountedBy, { one: string; had: string }>

const isInBottles = (ml: number) => ml % bottleMl === 0

const litersText = (ml: number) => volumeFigure(ml / 1_000)

/** `24 bottles`, or `20 liters` where that is no whole number of bottles. */
const volumeText = (ml: number) =>
  isInBottles(ml) ? plural(ml / bottleMl, 'bottle') : `${litersText(ml)} liters`

/** `24 bottles a year; you have had 18` */
function limitText(
  state: string,
  { ml, hadMl, countedBy, countedIn }: NonNullable<NonNullable<StateVerdict['rule']>['limit']>,
): string {
  const { one, had } = receiverText[countedBy]
  const isSame = isInBottles(ml) === isInBottles(hadMl)
  const count = isInBottles(hadMl) ? String(hadMl / bottleMl) : litersText(hadMl)
  return `${state} lets one ${one} receive ${volumeText(ml)} ${windowText[countedIn]}; ${had} ${isSame ? count : volumeText(hadMl)}.`
}

const pickup = shippingMethodName.pickup

const canGoText = (cases: number) =>
  cases === 0
    ? `No more can go for now; please choose ${pickup}.`
    : `${capital(inWords(cases))} ${cases === 1 ? 'case' : 'cases'} can go; or choose ${pickup}.`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Why the rules of a state forbid a cart of so many cases, with what can go instead. Of a reason without figures, the
 * sentence that it always has.
 */
export function whyNotByStateText(
  verdict: ForbiddenVerdict,
  { state, cases }: { state: string; cases: number },
): string {
  const { problem, saleMl, rule } = verdict
  const caseMl = saleMl / cases
  const name = stateName(state)
  if (problem === 'over-volume' && rule?.limit) {
    const { limit } = rule
    return `${limitText(name, limit)} ${canGoText(unitsThatFit(limit.ml - limit.hadMl, caseMl))}`
  }
  if (problem === 'order-too-large' && rule?.largestOrderMl) {
    const largest = rule.largestOrderMl
    const free = Math.min(largest, rule.limit ? rule.limit.ml - rule.limit.hadMl : largest)
    return `One order to ${name} may hold ${volumeText(largest)}. ${canGoText(unitsThatFit(free, caseMl))}`
  }
  return namingState(stateSentence[problem], state)
}

/** Said where a limit is within one order of being reached once this cart is ordered; else null. */
export function nearLimitText(
  verdict: StateVerdict,
  { state, cases }: { state: string; cases: number },
): string | null {
  const left = cases === 0 ? null : unitsLeftAfter(verdict, verdict.saleMl / cases)
  if (verdict.problem !== null || left === null || left > maxQuantity) return null
  const then = left === 0 ? 'no more' : `${inWords(left)} more ${left === 1 ? 'case' : 'cases'}`
  return `${limitText(stateName(state), verdict.rule!.limit!)} After this order, ${then} can go.`
}
