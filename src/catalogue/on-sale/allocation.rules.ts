import { levels } from '#platform/club/club.rules.ts'

/** The origin of an allocation: a rule, staff, a file, or a granted request. */
export const allocationOrigins = ['rule', 'manual', 'file', 'grant'] as const
export type AllocationOrigin = (typeof allocationOrigins)[number]

/** The units that are carried over from a person's allocation of an earlier release. */
export const earlierUnits = ['allocated', 'bought'] as const
export type EarlierUnits = (typeof earlierUnits)[number]

/** Most units of one allocation. */
export const maxUnits = 99

export const isUnits = (units: number): boolean =>
  Number.isInteger(units) && units >= 0 && units <= maxUnits

/** Units that can still be bought under an allocation. */
export const leftOf = (allocation: { units: number; held: number; bought: number }): number =>
  Math.max(0, allocation.units - allocation.held - allocation.bought)

/** Allocation rules for a level of the club, the highest first. */
const clubConditions = levels.map((level) => `club-${level}` as const).toReversed()
export type ClubCondition = (typeof clubConditions)[number]

/** Conditions of allocation rules. The first rule that matches a customer applies. */
export const ruleConditions = [
  ...clubConditions,
  'bought',
  'spent',
  'confirmed',
  'everyone',
] as const
export type RuleCondition = (typeof ruleConditions)[number]

export type AllocationRule = {
  condition: RuleCondition
  /** `bought`: in at least this many releases. */
  atLeast: number | null
  /** `bought`: of so many releases before this one. */
  ofLast: number | null
  /** `spent`: at least so many cents. */
  cents: number | null
  /** `spent`: in so many months. */
  months: number | null
  /** Units by product. */
  units: Readonly<Record<string, number>>
  waveId: string
}
