import { isOneOf } from '#platform/text/one-of.rules.ts'

type KindFacts = {
  /**
   * What the customer says with it: how many cases of a wine, with a note; what they would like, in words
   * of their own; a choice that is in effect already, so that staff only confirm it; or nothing.
   */
  says: 'cases' | 'words' | 'choice' | null
  /** Whether it has a position while it is open, and may keep it for later when it is declined. */
  hasQueue: boolean
  /** How staff grant it. */
  grantedBy: 'grant' | 'grant-club' | 'confirm-subscription' | 'answer'
}

/**
 * What customers request: a wine that is not on sale, more than their allocation, the club, a change
 * of their subscription, or something else.
 */
export const kindFacts = {
  wine: { says: 'cases', hasQueue: true, grantedBy: 'grant' },
  more: { says: 'cases', hasQueue: true, grantedBy: 'grant' },
  club: { says: null, hasQueue: true, grantedBy: 'grant-club' },
  subscription: { says: 'choice', hasQueue: false, grantedBy: 'confirm-subscription' },
  other: { says: 'words', hasQueue: false, grantedBy: 'answer' },
} as const satisfies Record<string, KindFacts>

export type RequestKind = keyof typeof kindFacts
export const requestKinds = Object.keys(kindFacts) as [RequestKind, ...RequestKind[]]
export type GrantedBy = KindFacts['grantedBy']

/** `taken`: the granted wine was bought. `lapsed`: the grant ended unused, or the queue was closed. */
export const requestStates = [
  'open',
  'granted',
  'declined',
  'waiting',
  'taken',
  'lapsed',
  'withdrawn',
] as const
export type RequestState = (typeof requestStates)[number]

/**
 * Which state may follow which. `waiting` is for a later vintage, and opens again once that has a wine,
 * or for a later place in the club, which is granted directly.
 */
export const requestTransitions = {
  open: ['granted', 'declined', 'waiting', 'lapsed', 'withdrawn'],
  waiting: ['open', 'granted', 'declined', 'lapsed', 'withdrawn'],
  granted: ['taken', 'lapsed'],
  declined: ['waiting'],
  taken: [],
  lapsed: [],
  withdrawn: [],
} as const satisfies Record<RequestState, readonly RequestState[]>

/** Whether a request may change from one state to another. */
export const mayBecome = (from: RequestState, to: RequestState): boolean =>
  isOneOf(requestTransitions[from], to)

/** Kinds of requests in the queue of a wine, with a number of units. The database's `wines_left` names them too. */
export const wineKinds = requestKinds.filter((kind) => kindFacts[kind].says === 'cases')

export const isForWine = (kind: RequestKind): boolean => isOneOf(wineKinds, kind)

export const isInWords = (kind: RequestKind): boolean => kindFacts[kind].says === 'words'

/** Whether customers can change requests of this kind while they are open. */
export const isChangeable = (kind: RequestKind): boolean => isForWine(kind) || isInWords(kind)

/** Cases that one request may ask for. */
export const maxRequestUnits = 12
/** How far back purchases are counted for who asks, in months. */
export const boughtMonths = 24
/** Characters of what the customer adds. */
export const maxRequestText = 300
/** Characters of an answer by staff. */
export const maxAnswerText = 600
/** Most answers that staff can save for reuse. */
export const maxSavedAnswers = 10

/** How long a grant keeps its wine, in hours. */
export const grantHours = { least: 24, most: 336, usual: 72 } as const

/** Hours before the end of a grant at which its reminder is sent, for grants that last longer. */
export const reminderHours = { before: 24, leastGrant: 48 } as const

/** When an automatic queue may grant: hours of the shop's day, and grants within 24 hours. */
export const automaticGrants = { from: 8, until: 20, perDay: 20 } as const

/** `3014` → `R-3014` */
export const requestNumber = (number: number): string => `R-${number}`

/** `R-3014`, `r3014` or `3014` → 3014; null for anything else. */
export function readRequestNumber(text: string): number | null {
  const [, digits] = /^\s*(?:r-?)?(\d{1,9})\s*$/i.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Whether a request of the first day that is still unanswered is overdue on the second. */
export const isOverdue = (asked: string, today: string): boolean =>
  workingDaysBetween(asked, today) > overdueAfterWorkingDays
export const overdueAfterWorkingDays = 5

/** Monday to Friday between two days (`2026-11-20`), the first one not counted. */
export function workingDaysBetween(from: string, to: string): number {
  const start = Date.parse(`${from}T00:00:00Z`)
  const days = Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - start) / 86_400_000))
  const weekday = new Date(start).getUTCDay()
  const inRest = Array.from({ length: days % 7 }, (_, index) => (weekday + 1 + index) % 7)
  return Math.floor(days / 7) * 5 + inRest.filter((day) => day !== 0 && day !== 6).length
}
