import type { AllocationRule, RuleCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { isUnits, ruleConditions } from '#catalogue/on-sale/allocation.rules.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

/** Most rules of one release. */
export const maxRules = 12

/** Empty rows that the form shows below the existing rules. */
export const spareRules = 2

/** Longest periods of the conditions `bought` and `spent`. */
const maxReleases = 20
const maxMonths = 120
const maxSpentCents = 100_000_000

/** The fields of a row; `place` is its number: rules are applied in this order. */
const ruleFields = [
  'place',
  'condition',
  'atLeast',
  'ofLast',
  'dollars',
  'months',
  'waveId',
] as const
type RuleTexts = Record<(typeof ruleFields)[number], string>

/** A rule as its row is typed, units by product; without a condition it is left out. */
export type TypedRule = RuleTexts & { units: Readonly<Record<string, string>> }

const ruleTexts = (textOf: (field: string) => string): RuleTexts =>
  Object.fromEntries(ruleFields.map((field) => [field, textOf(field)])) as RuleTexts

export type RuleProblem =
  | 'not-offered'
  | 'not-a-count'
  | 'more-than-last'
  | 'not-dollars'
  | 'not-months'
  | 'not-units'
  | 'no-units'
  | 'no-wave'

/** By field: `rules.0.units.malbec-2024`. */
export type RuleErrors = Partial<Record<string, RuleProblem>>

type CheckedRules = { ok: true; rules: AllocationRule[] } | { ok: false; errors: RuleErrors }

export const emptyRule: TypedRule = { ...ruleTexts(() => ''), units: {} }

/** Stored rules as their form shows them. */
export const typedRules = (rules: readonly AllocationRule[]): TypedRule[] =>
  rules.map((rule, index) => ({
    place: String(index + 1),
    condition: rule.condition,
    atLeast: String(rule.atLeast ?? ''),
    ofLast: String(rule.ofLast ?? ''),
    dollars: rule.cents === null ? '' : String(rule.cents / 100),
    months: String(rule.months ?? ''),
    waveId: rule.waveId,
    units: Object.fromEntries(
      Object.entries(rule.units).map(([product, units]) => [product, String(units)]),
    ),
  }))

/** The posted rows in the order of their numbers; rows without a condition are left out. */
export function readRules(form: FormData, products: readonly string[]): TypedRule[] {
  const rows = Array.from({ length: maxRules }, (_, index): TypedRule => {
    const text = (name: string) => String(form.get(`rules.${index}.${name}`) ?? '').trim()
    return {
      ...ruleTexts(text),
      units: Object.fromEntries(products.map((product) => [product, text(`units.${product}`)])),
    }
  })
  const placeOf = ({ place }: TypedRule) => (/^\d{1,3}$/.test(place) ? Number(place) : Infinity)
  return (
    rows
      .filter(({ condition }) => condition !== '')
      // Rows without a number come last and stay as they are: NaN counts as 0.
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((row, index) => ({ ...row, place: String(index + 1) }))
  )
}

/** Checks the rules of a form, each field at its place. An empty number of units is none. */
export function checkRules(typed: readonly TypedRule[], waveIds: readonly string[]): CheckedRules {
  const errors: RuleErrors = {}
  const rules = typed.map((row, index): AllocationRule => {
    const refuse = (field: string, problem: RuleProblem) => {
      errors[`rules.${index}.${field}`] ??= problem
    }
    const whole = (field: string, text: string, most: number, problem: RuleProblem) => {
      const isWhole = /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most
      if (!isWhole) refuse(field, problem)
      return isWhole ? Number(text) : null
    }
    const { condition } = row
    if (!isOneOf(ruleConditions, condition)) refuse('condition', 'not-offered')
    const isBought = condition === 'bought'
    const isSpent = condition === 'spent'
    const atLeast = isBought ? whole('atLeast', row.atLeast, maxReleases, 'not-a-count') : null
    const ofLast = isBought ? whole('ofLast', row.ofLast, maxReleases, 'not-a-count') : null
    if (atLeast !== null && ofLast !== null && atLeast > ofLast) refuse('atLeast', 'more-than-last')
    const dollars = row.dollars.replaceAll(/[$,\s]/g, '')
    const cents =
      isSpent && /^\d{1,7}(?:\.\d{1,2})?$/.test(dollars) ? centsFromDollars(dollars) : null
    if (isSpent && (cents === null || cents < 1 || cents > maxSpentCents)) {
      refuse('dollars', 'not-dollars')
    }
    const months = isSpent ? whole('months', row.months, maxMonths, 'not-months') : null
    if (!waveIds.includes(row.waveId)) refuse('waveId', 'no-wave')
    const units = Object.entries(row.units).map(([product, text]): [string, number] => {
      const count = text === '' ? 0 : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
      if (!isUnits(count)) refuse(`units.${product}`, 'not-units')
      return [product, count]
    })
    // A rule of no units is allowed: it excludes customers from the rules below it.
    if (units.length === 0) refuse('condition', 'no-units')
    return {
      condition: condition as RuleCondition,
      atLeast,
      ofLast,
      cents,
      months,
      units: Object.fromEntries(units),
      waveId: row.waveId,
    }
  })
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, rules }
}

/** The key of units by the position of a wine, until a clone has its own wines. */
const placeKey = (place: number) => `place:${place}`

/** The units of a rule for a clone, by the position of each wine in the source release. */
export const unitsByPlace = (
  units: AllocationRule['units'],
  wines: readonly string[],
): AllocationRule['units'] =>
  Object.fromEntries(
    wines.flatMap((wine, index) =>
      units[wine] === undefined ? [] : [[placeKey(index + 1), units[wine]]],
    ),
  )

/**
 * The units of a rule once the wines of its release are chosen: units by position become those of the
 * wine at that position; a position without a wine keeps its units for later.
 */
export const unitsOfWines = (
  units: AllocationRule['units'],
  wines: readonly string[],
): AllocationRule['units'] =>
  Object.fromEntries(
    Object.entries(units).flatMap(([key, count]) => {
      const place = /^place:(\d+)$/.exec(key)
      const wine = place ? wines[Number(place[1]) - 1] : key
      if (place && wine !== undefined && units[wine] !== undefined) return []
      return [[wine ?? key, count]]
    }),
  )
