import { adminParts } from '#platform/admin/parts.rules.ts'
import type { RequestKind, RequestState } from './request.rules.ts'
import { grantHours, maxSavedAnswers } from './request.rules.ts'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

export const adminRequestsCopy = {
  title: adminParts.requests.title,
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
  kinds: {
    wine: 'To acquire',
    more: 'More than allocated',
    club: 'The Andes Society',
    subscription: 'Subscription',
    other: 'Other',
  } satisfies Record<RequestKind, string>,
  states: {
    open: 'Open',
    granted: 'Granted',
    declined: 'Declined',
    waiting: 'Waits for a later vintage',
    taken: 'Done',
    lapsed: 'Ended',
    withdrawn: 'Withdrawn',
  } satisfies Record<RequestState, string>,
  bought: 'Bought',
  level: 'Club level',
  boughtHeading: 'Bought in 24 months',
  buyer: (level: string | null, cases: number) =>
    [
      ...(level ? [level] : []),
      `${cases === 0 ? 'nothing' : plural(cases, 'case', 'cases')} bought in 24 months`,
    ].join(', '),
  anyKind: 'Every kind',
  anyState: 'Every state',
  anyWine: 'Every wine',
  workingDays: (days: number) =>
    days === 0 ? 'no working day yet' : `${plural(days, 'working day', 'working days')}`,
  overdue: 'overdue',
  askedAgain: (day: string) => `Asked again on ${day}`,
  free: (wine: string, cases: number | null) =>
    cases === null
      ? `${wine}: no count of cases set`
      : `${wine}: ${plural(cases, 'case', 'cases')} free`,
  settings: 'Settings and saved answers',
  off: 'Requests reach you by email, and customers see nothing of this page. Turn “Answer here” on to let them follow their requests.',
} as const

/** How a request stands: of a wine, one that is done was bought. */
export const requestStateName = (kind: RequestKind, state: RequestState): string =>
  state === 'taken' && (kind === 'wine' || kind === 'more')
    ? adminRequestsCopy.bought
    : adminRequestsCopy.states[state]

export const adminRequestCopy = {
  title: (number: string) => `Request ${number}`,
  all: 'All requests',
  person: 'Who asks',
  name: 'Name',
  facts: {
    level: 'Club level',
    noLevel: 'Not a member of the club',
    bought: 'Bought in 24 months',
    refunds: 'Refunds',
    ships: 'Can wine be sent there',
    served: (state: string) => `Yes, ${state}`,
    notServed: (state: string) => `No, ${state}`,
    noAddress: 'No address yet',
    since: 'Account since',
    earlier: 'Earlier requests',
  },
  cases: (count: number) => plural(count, 'case', 'cases'),
  request: 'The request',
  wish: 'Asks for',
  position: 'In line',
  place: (place: number, of: number) => `${place} of ${of}`,
  wishes: { active: 'Wants to subscribe again', inactive: 'Wants to unsubscribe' } as Record<
    string,
    string
  >,
  answers: 'Answers',
  noAnswers: 'No answer yet.',
  byQueue: 'the queue, by itself',
  verdicts: {
    granted: 'Granted',
    declined: 'Declined',
    waiting: 'Kept for later',
    closed: 'Closed with its queue',
  },
  until: (moment: string) => `kept until ${moment}`,
  answer: 'Say yes',
  answerHint:
    'They receive this by email, with what they asked for, and the request is done. To say no, decline it below.',
  grant: 'Grant',
  queue: 'Queue of this wine',
  grantCases: (most: number) => (most === 1 ? 'Cases' : `Cases, up to ${most}`),
  grantThis: 'Set it aside for them',
  decline: 'Decline',
  declineText: 'What they will read',
  declineHint: 'They receive this by email, after a greeting with their first name.',
  keepsPlace: 'Keep their place for a later vintage',
  keepsClubPlace: 'Later: they keep their place',
  saved: 'Saved answers',
  chosen: 'Start from',
  ownText: 'Your own words',
  club: 'Welcome to the club',
  clubLevel: 'Level',
  clubGrant: 'Grant the membership',
  subscription: 'Subscription',
  subscriptionNow: {
    active: 'Their subscription is active now.',
    inactive: 'Their subscription is inactive now.',
  },
  confirm: 'Confirmed by email',
  confirmHint:
    'Sends an email that states their subscription as it is now, and closes the request.',
  done: {
    declined: (count: number) =>
      `${plural(count, 'request is', 'requests are')} declined, and each person is told.`,
    granted: 'It is set aside for them, and they are told.',
    answered: 'They have your answer.',
    club: 'They are a member now, and are told.',
    confirmed: 'Confirmed; they have it in writing.',
  },
  errors: {
    'no-text': 'Please write what they will read.',
    'too-long': 'No more than 600 letters.',
    answered: 'Someone has answered this in the meantime. Below is how it stands now.',
    'not-staff': 'Your staff role was taken away in the meantime. Nothing was done.',
    gone: 'This request is gone: the person has deleted their account.',
    'not-asked': 'Please grant from one case to as many as were asked for.',
    'not-hours': `Please choose from ${grantHours.least} to ${grantHours.most} hours.`,
    'no-release':
      'This wine is in no release. Add it to one first: that is where a grant is seen and bought.',
    'no-price': 'This wine has no price at the payment provider yet: nobody could buy it.',
    'no-stock': 'No count of cases is set for this wine: set its stock on the Wines page first.',
    'not-a-level': 'Please choose a level.',
    'too-many': `No more than ${maxSavedAnswers} saved answers. Remove one first.`,
    'name-taken': 'Another saved answer has this name.',
    'no-name': 'Please give it a name.',
    'saved-elsewhere': 'Someone changed this in the meantime. Below is how it stands now.',
    'not-units': 'Please choose from 1 to 12.',
  },
} as const

export const requestSettingsCopy = {
  title: 'Settings of requests',
  answerHere: 'Answer here',
  isOff:
    'Requests reach you by email. They are recorded here, and customers see nothing of that yet.',
  isOn: 'Customers follow their requests, and their place in line, on a page of their own.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Customers see their requests now.',
  turnedOff: 'Customers no longer see their requests. All of them stay recorded.',
  saved: 'Saved answers',
  noneSaved: 'No saved answer yet.',
  add: 'Save an answer',
  name: 'Name, for you',
  text: 'Text',
  save: 'Save',
  kept: 'The answer is saved.',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove: ${name}`,
  removed: 'The answer is removed.',
} as const

export const requestQueueCopy = {
  title: 'Queue of requests',
  titleOf: (wine: string) => `Requests for ${wine}`,
  waiting: (people: number, cases: number) =>
    `${plural(people, 'request', 'requests')} for ${plural(cases, 'case', 'cases')}`,
  line: 'In line',
  place: 'Place',
  level: 'Club level',
  bought: 'Bought in 24 months',
  sent: 'Sent to',
  noState: 'No address yet',
  notServed: (state: string) => `${state}: not served`,
  hasGrant: 'A grant of theirs is still kept',
  choose: (number: string, name: string) => `Choose ${number}, ${name}`,
  decline: 'Decline',
  declineIntro:
    'Choose requests in the line above, or everyone. Each person is told by email, in these words.',
  declineAll: (count: number) =>
    count === 1 ? 'The one request in line' : `All ${count.toLocaleString('en-US')} in line`,
  grant: 'Grant by queue',
  free: (cases: number | null) =>
    cases === null ? 'No count of cases is set.' : `${plural(cases, 'case is', 'cases are')} free.`,
  nobody: 'Nobody is waiting for this wine.',
  cases: 'Cases to give in all',
  most: 'At most for one person',
  skipsNotServed: 'Leave out people who live where wine may not be sent',
  skipsGranted: 'Leave out people whose grant is still being kept',
  hours: 'Kept for, in hours',
  hoursHint: (least: number, most: number) => `From ${least} to ${most}.`,
  text: 'A word to them (optional)',
  preview: 'Preview',
  sum: (people: number, cases: number) =>
    `${plural(people, 'person gets', 'people get')} ${plural(cases, 'case', 'cases')} in all:`,
  request: 'Request',
  person: 'Person',
  getsCases: 'Cases',
  missing: (count: number) => `${count} too many`,
  grantThese: (people: number) => `Grant to ${plural(people, 'person', 'people')}`,
  granted: (people: number, cases: number) =>
    `${plural(cases, 'case is', 'cases are')} set aside for ${plural(people, 'person', 'people')}, and each is told.`,
  later: 'Later vintage',
  waitingForLater: (count: number) =>
    count === 1
      ? '1 request waits for a later vintage of this wine.'
      : `${count.toLocaleString('en-US')} requests wait for a later vintage of this wine.`,
  laterWine: 'The later vintage',
  laterHint:
    'They keep the time at which they first asked. Where people are in line for that wine already, they come behind those, in their own order.',
  nameLater: 'Put them in line',
  laterNamed: (people: number, wine: string) =>
    `${plural(people, 'person is', 'people are')} in line for ${wine} now.`,
  close: 'Close the queue',
  closeIntro: (count: number) =>
    count === 1
      ? 'Ends the request that is in line. The person is told by email that there was not enough.'
      : `Ends the ${count.toLocaleString('en-US')} requests that are in line. Each person is told by email that there was not enough.`,
  closeThese: (count: number) => `Close ${plural(count, 'request', 'requests')}`,
  closed: (count: number) =>
    `${plural(count, 'request is', 'requests are')} closed, and each person is told.`,
  settings: 'How the queue works',
  isOpen: 'Customers may ask for more than their allocation',
  order: 'Order',
  orders: {
    'first-asked': 'First asked, first served',
    'rules-first': 'Club level and purchases first',
  },
  orderHint:
    'Where rules decide, customers see no place in line: someone who asks later may come first.',
  showsPosition: 'Customers see their place in line',
  isAutomatic: 'A grant that ends unused goes to the next in line by itself',
  automaticHint: 'From 8 AM to 8 PM in the shop’s time zone, at most 20 in 24 hours.',
  save: 'Save',
  saved: 'The queue is saved.',
  errors: {
    'not-staff': 'Your staff role was taken away in the meantime. Nothing was done.',
    'not-cases': 'Please enter whole numbers of cases, 1 or more.',
    'not-hours': `Please choose from ${grantHours.least} to ${grantHours.most} hours.`,
    'too-long': 'No more than 600 letters.',
    'no-release':
      'This wine is in no release. Add it to one first: that is where a grant is seen and bought.',
    'no-price': 'This wine has no price at the payment provider yet: nobody could buy it.',
    'no-stock': 'No count of cases is set for this wine: set its stock on the Wines page first.',
    nobody: 'By these rules, nobody would get a case.',
    answered: 'Someone has answered this in the meantime. Below is how it stands now.',
    'not-asked': 'Please grant from one case to as many as were asked for.',
    gone: 'This wine is gone.',
    'same-wine': 'Please choose another wine than this one.',
    'no-text': 'Please write what they will read.',
    'nobody-chosen': 'Please choose at least one request, or everyone in line.',
    'nobody-waits': 'Nobody waits for a later vintage of this wine any more.',
    'line-changed':
      'Someone has joined or left the line in the meantime. Nothing was done; below is how it stands now.',
    'changed-meanwhile':
      'The queue, or what is free, has changed since this preview. Nothing was granted; below is how it stands now.',
  },
} as const
