import type { Phase, Promised, ReleaseKind } from './release.rules.ts'

/** A release as it concerns one wine and one buyer; moments are ISO text. Contains no stock counts. */
export type WineRelease = {
  /** `granted` where a granted request stands in for a release. */
  id: string
  name: string
  kind: ReleaseKind
  promise: Promised | null
  phase: Exclude<Phase, 'draft'>
  opensAt: string
  closesAt: string
  banner: string
  announcement: string
  text: string
  pauseReason: string
  shipsFrom: string | null
  /** What is allocated to this buyer, grants included; null without an allocation or a login. */
  own: OwnAllocation | null
  /** Staff, before their release has opened: they may buy, and the order is marked. */
  isRehearsal: boolean
}

/** A customer's allocations of one wine together. */
export type OwnAllocation = {
  units: number
  bought: number
  /** Can be bought in all, now or from `opensAt` on; units on an open payment page included. */
  left: number
  /** Can be bought now; units on an open payment page included. */
  usable: number
  /** From when it can be used, if that is still to come; ISO text. */
  opensAt: string | null
  /** How long it is kept; null where nothing is kept. ISO text. */
  keptUntil: string | null
  /** Whether staff take requests for more than this. */
  takesMore: boolean
  /** Cases that their open request asks for beyond it. */
  askedMore: number
  /** Whether the answer to that request is shown on their requests page. */
  isAnsweredHere: boolean
}

export type WhyNotInRelease =
  | 'before-release'
  | 'paused'
  | 'closed'
  | 'no-allocation'
  | 'allocation-used'

/**
 * Why this buyer can't buy a wine of a release at all, or null when they can. A usable allocation is
 * decided by the database: also a grant's, whatever the hours of the release.
 */
export function whyNotInRelease(release: WineRelease): WhyNotInRelease | null {
  const { phase, kind, own, isRehearsal } = release
  if (phase === 'paused') return 'paused'
  if (own && own.usable > 0) return null
  if (phase === 'closed') return 'closed'
  if (kind === 'open') return phase === 'open' || isRehearsal ? null : 'before-release'
  if (!own) return phase === 'before' ? 'before-release' : 'no-allocation'
  if (own.opensAt !== null && own.left > 0) return 'before-release'
  return phase === 'before' && own.left > 0 ? 'before-release' : 'allocation-used'
}

/** From when this buyer can buy, as ISO text: their wave's hour, else the release's. */
export const buyableFrom = ({ opensAt, own }: WineRelease): string => own?.opensAt ?? opensAt

/**
 * Whether this buyer may request more than their allocation: once, until the release closes, also
 * before they have bought anything.
 */
export const mayAskForMore = ({
  kind,
  phase,
  own,
}: Pick<WineRelease, 'kind' | 'phase'> & {
  own: Pick<OwnAllocation, 'takesMore' | 'askedMore'> | null
}): boolean =>
  kind === 'allocated' && phase !== 'closed' && own !== null && own.takesMore && own.askedMore === 0
