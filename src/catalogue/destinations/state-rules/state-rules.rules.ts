/** In what time the wine that a law limits is counted. */
export const countedIn = [
  'calendar-month',
  'two-months',
  'calendar-year',
  'twelve-months',
  'year-from-july',
] as const
export type CountedIn = (typeof countedIn)[number]

/** Whose wine a law counts together. A household and an address are found in the same way. */
export const countedBy = ['person', 'household', 'address'] as const
export type CountedBy = (typeof countedBy)[number]

/** Least and most that a rule may limit, in ml: a small bottle, and a thousand liters. */
export const limitMl = { least: 100, most: 1_000_000 } as const

/** What laws mean by a bottle. */
export const bottleMl = 750

/** `2.25`, `18,000`: liters or ml, exactly. */
export const volumeFigure = (volume: number): string =>
  volume.toLocaleString('en-US', { maximumFractionDigits: 3 })

/** A source is cited in at most so many characters. */
export const maxSource = 300

export const licenceHolders = ['business', 'shipper'] as const
export type LicenceHolder = (typeof licenceHolders)[number]
export const reportPeriods = ['month', 'quarter', 'half-year', 'year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Why the rules in force in a state, or its licences, forbid an order. */
export const stateProblems = [
  'zip-not-served',
  'state-suspended',
  'birthdate-needed',
  'order-too-large',
  'over-volume',
] as const
export type StateProblem = (typeof stateProblems)[number]

/** What the rules in force say of a sale. Volumes are in ml. */
export type StateVerdict = {
  problem: StateProblem | null
  /** Volume of the sale. */
  saleMl: number
  /** Null where no rule is in force. */
  rule: {
    id: string
    largestOrderMl: number | null
    /** Null where the rule has no limit; `hadMl` counts together with the sale. */
    limit: { ml: number; hadMl: number; countedBy: CountedBy; countedIn: CountedIn } | null
  } | null
}

/** A verdict that forbids its sale. */
export type ForbiddenVerdict = StateVerdict & { problem: StateProblem }

export const forbids = (verdict: StateVerdict): verdict is ForbiddenVerdict =>
  verdict.problem !== null

/** How many units of so many ml still fit; never fewer than none. */
export const unitsThatFit = (freeMl: number, unitMl: number): number =>
  Math.max(0, Math.floor(freeMl / unitMl))

/** How many more units the limit leaves once a sale is made that it allows; null where there is no limit. */
export function unitsLeftAfter({ saleMl, rule }: StateVerdict, unitMl: number): number | null {
  if (!rule?.limit) return null
  return unitsThatFit(rule.limit.ml - rule.limit.hadMl - saleMl, unitMl)
}
