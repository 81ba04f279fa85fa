import type { CountedBy, CountedIn } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { bottleMl, volumeFigure } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { RuleTerms } from '#catalogue/destinations/state-rules/tables.ts'
import { plural } from '#platform/text/plural.rules.ts'

export const countedByName: Record<CountedBy, string> = {
  person: 'Person',
  household: 'Household',
  address: 'Address',
}

export const countedInName: Record<CountedIn, string> = {
  'calendar-month': 'Calendar month',
  'two-months': 'Any 2 months',
  'calendar-year': 'Calendar year',
  'twelve-months': 'Any 12 months',
  'year-from-july': 'Year from July 1',
}

const per: Record<CountedBy, string> = {
  person: 'per person',
  household: 'per household',
  address: 'per address',
}

const within: Record<CountedIn, string> = {
  'calendar-month': 'in a calendar month',
  'two-months': 'in any 2 months',
  'calendar-year': 'in a calendar year',
  'twelve-months': 'in any 12 months',
  'year-from-july': 'in a year from July 1',
}

/** `24 bottles`: whole ones of 750 ml. */
export const bottlesText = (ml: number): string => plural(Math.floor(ml / bottleMl), 'bottle')

/** `18 liters, 18,000 ml` */
export const litersText = (ml: number): string =>
  `${volumeFigure(ml / 1_000)} ${ml === 1_000 ? 'liter' : 'liters'}, ${volumeFigure(ml)} ml`

/** `24 bottles (18 liters, 18,000 ml)` */
export const volumeText = (ml: number): string => `${bottlesText(ml)} (${litersText(ml)})`

/** `per person in a calendar year`; empty without a limit. */
export const countedText = ({
  countedBy,
  countedIn,
}: Pick<RuleTerms, 'countedBy' | 'countedIn'>): string =>
  countedBy && countedIn ? `${per[countedBy]} ${within[countedIn]}` : ''

/** What a version of a state's rule says, in a sentence without its end. */
export function ruleText(rule: RuleTerms): string {
  if (rule.isSuspended) return 'Suspended: nothing is shipped there'
  const { limitMl, largestOrderMl, needsBirthdate } = rule
  return [
    limitMl === null ? 'No limit' : `${volumeText(limitMl)} ${countedText(rule)}`,
    ...(largestOrderMl === null ? [] : [`at most ${volumeText(largestOrderMl)} in an order`]),
    ...(needsBirthdate ? ['the buyer’s birthdate is needed'] : []),
  ].join('; ')
}
