import { isOneOf } from '#platform/text/one-of.rules.ts'

/** Everyone may buy what is free, or each customer what is allocated to them. */
export const releaseKinds = ['open', 'allocated'] as const
export type ReleaseKind = (typeof releaseKinds)[number]

/**
 * What an allocation promises: `guaranteed` units are kept for the customer until the promise ends; a
 * `cap` is only the most that they may buy while there is wine.
 */
export const promises = ['guaranteed', 'cap'] as const
export type Promised = (typeof promises)[number]

export const seasons = ['spring', 'fall'] as const
export type Season = (typeof seasons)[number]

/** The stored states. Whether a scheduled release is open depends on the time: `phaseOf`. */
export const storedStates = ['draft', 'scheduled', 'paused', 'ended'] as const
export type StoredState = (typeof storedStates)[number]

/** Which state may follow which. */
const releaseTransitions = {
  draft: ['scheduled'],
  scheduled: ['draft', 'paused', 'ended'],
  paused: ['scheduled', 'ended'],
  ended: [],
} as const satisfies Record<StoredState, readonly StoredState[]>

export const mayBecome = (from: StoredState, to: StoredState): boolean =>
  isOneOf(releaseTransitions[from], to)

/** The state that buyers see: before the opening, open, paused, or closed by time or by staff. */
export type Phase = 'draft' | 'before' | 'open' | 'paused' | 'closed'

/** The release that decides whether a wine is sold. */
export type DecidingRelease = { name: string; phase: Exclude<Phase, 'draft'> }

type ReleaseHours = { opensAt: Date; closesAt: Date }

/** The phase at a moment. Purchases apply the same rule in SQL, by the database's clock. */
export function phaseOf(
  { state, opensAt, closesAt }: ReleaseHours & { state: StoredState },
  at: Date,
): Phase {
  if (state === 'draft') return 'draft'
  if (state === 'ended' || closesAt <= at) return 'closed'
  if (state === 'paused') return 'paused'
  return opensAt <= at ? 'open' : 'before'
}

/** What staff can change of a release. */
const releaseParts = [
  'texts',
  'season',
  /** From and until when it ships. */
  'shipping',
  'wines',
  /** Which there are, and their names. */
  'waves',
  /** Its own, and those of its waves. */
  'hours',
  'kind',
  'rules',
  'allocations',
  'stock',
] as const
type ReleasePart = (typeof releaseParts)[number]

/**
 * What may be changed in which phase; `raise` is upwards only. The hours of a scheduled release are
 * fixed from five minutes before it opens.
 */
export const changeable = {
  draft: {
    texts: 'all',
    season: 'all',
    shipping: 'all',
    wines: 'all',
    waves: 'all',
    hours: 'all',
    kind: 'all',
    rules: 'all',
    allocations: 'all',
    stock: 'all',
  },
  before: {
    texts: 'all',
    season: 'all',
    shipping: 'all',
    hours: 'until-opening',
    allocations: 'all',
    stock: 'all',
  },
  open: { texts: 'all', shipping: 'all', allocations: 'raise', stock: 'all' },
  paused: { texts: 'all', shipping: 'all', allocations: 'raise', stock: 'all' },
  closed: {},
} as const satisfies Record<Phase, Partial<Record<ReleasePart, 'all' | 'raise' | 'until-opening'>>>

/** The hours of a scheduled release are fixed this long before it opens. */
export const hoursFixedMinutes = 5

/** How much of a part may be changed at a moment: everything, only upwards, or nothing. */
export function mayChange(
  part: ReleasePart,
  release: ReleaseHours & { state: StoredState },
  at: Date,
): 'all' | 'raise' | null {
  const phase: Partial<Record<ReleasePart, 'all' | 'raise' | 'until-opening'>> =
    changeable[phaseOf(release, at)]
  const rule = phase[part]
  if (rule === undefined) return null
  if (rule !== 'until-opening') return rule
  const minutesLeft = (release.opensAt.getTime() - at.getTime()) / 60_000
  return minutesLeft >= hoursFixedMinutes ? 'all' : null
}
