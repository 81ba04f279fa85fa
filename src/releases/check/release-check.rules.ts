import type { CampaignState } from '#campaigns/campaign/campaign.rules.ts'
import type { Promised, ReleaseKind } from '#catalogue/on-sale/release.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

/** The checks of a release before it is scheduled. */
const checkIds = [
  'wines',
  'stock',
  'price',
  'picture',
  'sheet',
  'sum',
  'allocations',
  'address',
  'state',
  'birthdate',
  'emails',
  'campaign',
  'reconciliation',
  'mail',
  'ready',
  'hours',
] as const
export type CheckId = (typeof checkIds)[number]

/** What a customer with an allocation may lack to buy, or to be notified. */
export const buyerLacks = ['address', 'state', 'birthdate', 'emails'] as const satisfies CheckId[]
export type BuyerLack = (typeof buyerLacks)[number]

export const isBuyerLack = (text: string) => isOneOf(buyerLacks, text)

/** The campaign of a release that is furthest along. */
export type ReleaseCampaign = {
  id: string
  name: string
  state: CampaignState
  sendAt: Date | null
  endedAt: Date | null
}

/** Whether it is sent or will be sent without further work by staff. */
const isReady = ({ state }: ReleaseCampaign): boolean =>
  state === 'scheduled' || state === 'sending' || state === 'sent'

/** `red` prevents scheduling, `yellow` has to be accepted. */
type CheckLevel = 'good' | 'yellow' | 'red'

export type CheckLine = {
  id: CheckId
  level: CheckLevel
  count: number
  names: readonly string[]
  campaign?: ReleaseCampaign
}

type CheckedWine = {
  id: string
  title: string
  isPriced: boolean
  hasPicture: boolean
  hasSheet: boolean
  stock: number | null
  /** Neither held nor sold nor promised to others. */
  free: number | null
  allocated: number
}

/**
 * Units of a wine that are neither held nor sold nor promised to others; null: not counted. The promises
 * of a scheduled release are its own allocations.
 */
export const freeOf = (
  state: string,
  wine: { stock: number | null; held: number; sold: number; promised: number },
): number | null =>
  wine.stock === null
    ? null
    : wine.stock - wine.held - wine.sold - (state === 'draft' ? wine.promised : 0)

export type CheckedRelease = {
  kind: ReleaseKind
  promise: Promised | null
  wines: readonly CheckedWine[]
  people: {
    people: number
    withoutAddress: number
    notServed: number
    withoutBirthdate: number
    withoutEmails: number
  }
  /** Whether the last reconciliation found no difference; null when none has run. */
  isReconciled: boolean | null
  campaign: ReleaseCampaign | null
  /** Whether the mail server responds. */
  isMailReachable: boolean
  /** Why this process is not ready for visitors, as `/readyz` says it, or null. */
  whyNotReady: string | null
  closesAt: Date
}

/** The result of every check; `now` decides whether the release is still to close. */
export function checkLines(release: CheckedRelease, now: Date): CheckLine[] {
  const { wines, people, kind, promise, campaign } = release
  const isAllocated = kind === 'allocated'
  const line = (
    id: CheckId,
    isGood: boolean,
    otherwise: CheckLevel,
    found: Partial<CheckLine> = {},
  ): CheckLine => ({ id, level: isGood ? 'good' : otherwise, count: 0, names: [], ...found })
  const named = (id: CheckId, otherwise: CheckLevel, names: readonly string[]) =>
    line(id, names.length === 0, otherwise, { count: names.length, names })
  const counted = (id: CheckId, count: number) => line(id, count === 0, 'yellow', { count })
  const titles = (lacks: (wine: CheckedWine) => boolean) =>
    wines.filter(lacks).map(({ title }) => title)
  const over = wines.flatMap(({ title, allocated, free }) =>
    free !== null && allocated > free ? [{ title, allocated, free }] : [],
  )
  const ofAllocations = [
    line('sum', over.length === 0, promise === 'cap' ? 'yellow' : 'red', {
      count: over.reduce((sum, { allocated, free }) => sum + allocated - free, 0),
      names: over.map(({ title, allocated, free }) => `${title}: ${allocated} of ${free}`),
    }),
    line('allocations', people.people > 0, 'yellow', { count: people.people }),
    counted('address', people.withoutAddress),
    counted('state', people.notServed),
    counted('birthdate', people.withoutBirthdate),
    counted('emails', people.withoutEmails),
  ]
  return [
    line('wines', wines.length > 0, 'red', { count: wines.length }),
    named(
      'stock',
      isAllocated ? 'red' : 'yellow',
      titles(({ stock }) => stock === null),
    ),
    named(
      'price',
      'red',
      titles(({ isPriced }) => !isPriced),
    ),
    named(
      'picture',
      'yellow',
      titles(({ hasPicture }) => !hasPicture),
    ),
    named(
      'sheet',
      'yellow',
      titles(({ hasSheet }) => !hasSheet),
    ),
    ...(isAllocated ? ofAllocations : []),
    line('campaign', campaign !== null && isReady(campaign), 'yellow', {
      ...(campaign && { campaign }),
    }),
    line('reconciliation', release.isReconciled === true, 'yellow'),
    line('mail', release.isMailReachable, 'yellow'),
    named('ready', 'red', release.whyNotReady === null ? [] : [release.whyNotReady]),
    line('hours', release.closesAt > now, 'red'),
  ]
}

/** The checks that have to be accepted before scheduling, and those that prevent it. */
export const yellowOf = (lines: readonly CheckLine[]): CheckId[] =>
  lines.filter(({ level }) => level === 'yellow').map(({ id }) => id)
export const redOf = (lines: readonly CheckLine[]): CheckId[] =>
  lines.filter(({ level }) => level === 'red').map(({ id }) => id)
