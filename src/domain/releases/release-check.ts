import { isOneOf } from '#domain/one-of.ts'
import type { CampaignState } from '#domain/campaigns/campaign.ts'

import type { Promised, ReleaseKind } from './release.ts'

/** What a release is checked for before it is scheduled. */
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

/** What somebody with an allocation may lack to buy, or to be told of it. */
export const buyerLacks = ['address', 'state', 'birthdate', 'emails'] as const satisfies CheckId[]
export type BuyerLack = (typeof buyerLacks)[number]

export const isBuyerLack = (text: string) => isOneOf(buyerLacks, text)

/** The email to the people of a release that is furthest. */
export type ReleaseCampaign = {
  id: string
  name: string
  state: CampaignState
  sendAt: Date | null
  endedAt: Date | null
}

/** Whether it is on its way or will be, without any more work by staff. */
const isReady = ({ state }: ReleaseCampaign): boolean =>
  state === 'scheduled' || state === 'sending' || state === 'sent'

/** `red` prevents scheduling, `yellow` has to be accepted. */
export type CheckLevel = 'good' | 'yellow' | 'red'

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

/** Every line, computed; `now` decides whether the hours are still to come. */
export function checkLines(release: CheckedRelease, now: Date): CheckLine[] {
  const { wines, people, kind, promise } = release
  const isAllocated = kind === 'allocated'
  const line = (id: CheckId, bad: CheckLevel, names: readonly string[]): CheckLine => ({
    id,
    level: names.length === 0 ? 'good' : bad,
    count: names.length,
    names,
  })
  const wanting = (is: (wine: CheckedWine) => boolean) =>
    wines.filter((wine) => !is(wine)).map(({ title }) => title)
  const counted = (id: CheckId, count: number): CheckLine => ({
    id,
    level: count === 0 ? 'good' : 'yellow',
    count,
    names: [],
  })
  const over = wines
    .map((wine) => ({ ...wine, excess: wine.allocated - (wine.free ?? Infinity) }))
    .filter(({ excess }) => excess > 0)
  return [
    { id: 'wines', level: wines.length === 0 ? 'red' : 'good', count: wines.length, names: [] },
    line(
      'stock',
      isAllocated ? 'red' : 'yellow',
      wanting(({ stock }) => stock !== null),
    ),
    line(
      'price',
      'red',
      wanting(({ isPriced }) => isPriced),
    ),
    line(
      'picture',
      'yellow',
      wanting(({ hasPicture }) => hasPicture),
    ),
    line(
      'sheet',
      'yellow',
      wanting(({ hasSheet }) => hasSheet),
    ),
    ...(isAllocated
      ? [
          {
            id: 'sum' as const,
            level:
              over.length === 0
                ? ('good' as const)
                : promise === 'cap'
                  ? ('yellow' as const)
                  : ('red' as const),
            count: over.reduce((sum, { excess }) => sum + excess, 0),
            names: over.map(
              ({ title, allocated, free }) => `${title}: ${allocated} of ${free ?? 0}`,
            ),
          },
          {
            id: 'allocations' as const,
            level: people.people === 0 ? ('yellow' as const) : ('good' as const),
            count: people.people,
            names: [],
          },
          counted('address', people.withoutAddress),
          counted('state', people.notServed),
          counted('birthdate', people.withoutBirthdate),
          counted('emails', people.withoutEmails),
        ]
      : []),
    {
      id: 'campaign',
      level: release.campaign && isReady(release.campaign) ? 'good' : 'yellow',
      count: 0,
      names: [],
      ...(release.campaign && { campaign: release.campaign }),
    },
    {
      id: 'reconciliation',
      level: release.isReconciled ? 'good' : 'yellow',
      count: 0,
      names: [],
    },
    { id: 'mail', level: release.isMailReachable ? 'good' : 'yellow', count: 0, names: [] },
    line('ready', 'red', release.whyNotReady === null ? [] : [release.whyNotReady]),
    { id: 'hours', level: release.closesAt > now ? 'good' : 'red', count: 0, names: [] },
  ]
}

/** What has to be accepted before scheduling, and what prevents it. */
export const yellowOf = (lines: readonly CheckLine[]): CheckId[] =>
  lines.filter(({ level }) => level === 'yellow').map(({ id }) => id)
export const redOf = (lines: readonly CheckLine[]): CheckId[] =>
  lines.filter(({ level }) => level === 'red').map(({ id }) => id)
