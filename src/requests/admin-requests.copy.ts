import { clubName } from '#platform/club/club.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { requestsParts } from './parts.rules.ts'
import { boughtMonths } from './request.rules.ts'
import type { RequestKind, RequestState } from './request.rules.ts'
import { grantHours, isForWine, maxAnswerText } from './request.rules.ts'

const kinds: Record<RequestKind, string> = {
  wine: 'To acquire',
  more: 'More than allocated',
  club: clubName,
  subscription: 'Subscription',
  other: 'Other',
}

export const adminRequestsCopy = {
  title: requestsParts.requests.title,
  one: 'request',
  many: 'requests',
  none: 'Nobody is waiting for an answer.',
  noneFound: 'No request matches.',
  search: 'Search by number, name or email',
  number: 'Number',
  asked: 'Asked',
  age: 'Waiting',
  name: 'Name',
  email: 'Email',
  kind: 'Request',
  wine: 'Wine',
  cases: 'Cases',
  state: 'State',
  text: 'What they wrote',
  kinds,
  states: {
    open: 'Open',
    granted: 'Granted',
    declined: 'Declined',
    waiting: 'Kept for later',
    taken: 'Done',
    lapsed: 'Ended',
    withdrawn: 'Withdrawn',
  } satisfies Record<RequestState, string>,
  bought: 'Bought',
  level: 'Club level',
  boughtHeading: `Bought in ${boughtMonths} months`,
  buyer: (level: string | null, cases: number) =>
    [
      ...(level ? [level] : []),
      `${cases === 0 ? 'nothing' : plural(cases, 'case')} bought in ${boughtMonths} months`,
    ].join(', '),
  anyKind: 'Every kind',
  anyState: 'Every state',
  anyWine: 'Every wine',
  workingDays: (days: number) =>
    days === 0 ? 'no working day yet' : `${plural(days, 'working day')}`,
  overdue: 'overdue',
  askedAgain: (day: string) => `Asked again on ${day}`,
  openedAgain: (day: string) => `Opened again on ${day}`,
  free: (wine: string, cases: number | null) =>
    cases === null ? `${wine}: number of cases not set` : `${wine}: ${plural(cases, 'case')} free`,
  settings: 'Settings and saved answers',
  off: 'Requests reach you by email, and customers don’t see this page. Turn on “Answer here” to let them follow their requests.',
} as const

/** How a request stands: of a wine, one that is done was bought. */
export const requestStateName = (kind: RequestKind, state: RequestState): string =>
  state === 'taken' && isForWine(kind) ? adminRequestsCopy.bought : adminRequestsCopy.states[state]

/** Words of both a request and its queue. */
export const requestCopy = {
  all: 'All requests',
  decline: 'Decline',
  keepsPlace: 'Keep their place for a later vintage',
  free: (cases: number | null) =>
    cases === null
      ? 'The number of cases is not set.'
      : `${plural(cases, 'case is', 'cases are')} free.`,
  missing: (count: number) => `${count} too many`,
  hours: 'Kept for, in hours',
  hoursHint: `From ${grantHours.least} to ${grantHours.most}.`,
  notHours: `Please choose from ${grantHours.least} to ${grantHours.most} hours.`,
  text: 'A note to them (optional)',
  read: 'What they will read',
  tooLong: `No more than ${maxAnswerText} letters.`,
  /** Answered, withdrawn or lapsed. */
  notOpen: 'This is no longer open. Below is how it stands now.',
  declined: (count: number) =>
    `${plural(count, 'request is', 'requests are')} declined, and each person is told.`,
  /** Why nothing of a wine can be granted. */
  notGrantable: {
    'no-price':
      'The price of this wine at the payment provider is being prepared. Please try again in a minute.',
    'no-stock': 'First set how many cases there are of this wine.',
  },
  setStock: 'Open the wine',
} as const
