import { dataRequestReminderDays, maxOutcomeNote } from '#accounts/consent/data-request.rules.ts'
import type {
  DataRequestKind,
  DataRequestOutcome,
  WhyNotEnded,
} from '#accounts/consent/data-request.rules.ts'
import { identityLimits } from '#accounts/sign-in/identity-limits.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import { privacyParts } from '../parts.rules.ts'

/** How long the link to a subscriber's data works, and after it was used the page, in minutes. */
export const dataLinkMinutes = 30

/** What a subscriber without an account reads about their data. */
export const personalDataCopy = {
  title: 'What we keep about you',
  ask: `We will send a link to the address this email went to. It works once, for ${dataLinkMinutes} minutes, so nobody else can look, even if the email was forwarded.`,
  send: 'Send me the link',
  sent: 'A link is on its way to the address on our list.',
  tooMany: `Too many links were requested from your connection. Please try again in ${identityLimits['link-source'].minutes} minutes.`,
  unknownTitle: 'This link does not work',
  unknown: 'It is incomplete, or the record it was for is gone. Write to us and we will help:',
  unused: 'Your link is valid. It works once: press the button to see what we keep about you.',
  open: 'See my data',
  noneTitle: 'This link no longer works',
  none: `It works once, for ${dataLinkMinutes} minutes. The link “What we keep about you” at the foot of our emails sends you another.`,
  record: 'Your record',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  joined: 'On the list since',
  recordedAs: 'Recorded as',
  fullname: 'Full name',
  save: 'Save the name',
  saved: 'Your name is saved.',
  all: 'Everything, as a file',
  download: 'Download my data',
  leaveTitle: 'The mailing list',
  leave: 'Unsubscribe',
  left: 'You are off the list.',
  eraseTitle: 'Erase my data',
  eraseText:
    'Your record, what you agreed to and the emails we sent you will be erased. Orders stay for as long as the law requires us to keep them, and so does a code made from your address that keeps it off our list. One last email confirms it. If you have an account, it stays, and only your record on the list is erased. You can delete the account under Account Details.',
  eraseSure: 'Yes, erase everything about me',
  erase: 'Erase',
  tickFirst: 'Please check the box first.',
  erased:
    'Your data is being erased. Unless you have an account, one last email will tell you when it is done.',
} as const

/** What staff read of one person, and of requests for data. */
export const personCopy = {
  link: 'All we keep about them',
  toAccount: 'Edit the account',
  toSubscriber: 'Edit the list record',
  unconfirmed: 'Same address, not confirmed',
  unconfirmedText:
    'Another record has this address. The two become one person once the account’s address is confirmed.',
  other: 'Open the other record',
  permission: 'Mailing-list emails',
  may: 'They may be emailed.',
  mayNot: {
    left: 'They may not be emailed: they left the list.',
    inactive: 'They may not be emailed: their subscription is inactive.',
    erased: 'They may not be emailed: their data was erased, and they have not rejoined.',
    rejected: 'They may not be emailed: their mail server rejected our emails.',
    complaint: 'They may not be emailed: they reported an email of ours as unwanted.',
    'no-consent': 'They may not be emailed: they are on the list without having agreed to emails.',
    'never-agreed': 'They may not be emailed: they never agreed to emails.',
  },
  orders: 'Orders',
  allocations: 'Allocations',
  release: 'Release',
  wine: 'Wine',
  units: 'Units',
  bought: 'Bought',
  noRelease: 'Outside a release',
  inPayment: (units: number) => `and ${units} in payment`,
  requests: 'Requests',
  emails: 'Emails of the last 90 days',
  mailStates: {
    queued: 'Waiting',
    sending: 'Being sent',
    sent: 'Sent',
    failed: 'Failed',
    suppressed: 'Not sent',
  } as Record<string, string>,
  campaigns: 'Campaigns',
  noCampaigns: 'No campaign was written to them.',
  campaign: 'Campaign',
  outcome: 'Email',
  came: 'Visited',
  ordered: 'Ordered',
  not: 'no',
  freshLink: 'Send a fresh link',
  freshLinkTo: (release: string) => `to ${release}`,
  freshLinkText: (email: string) =>
    `An email to ${email} with a new link to their purchase. Nobody else sees the link, and earlier links keep working. At most ${inWords(identityLimits['fresh-links'].max)} an hour.`,
  freshLinkSent: 'A fresh link is on its way to them.',
  sessions: 'Login sessions',
  dataRequests: 'Data requests',
  kind: 'Kind',
  number: 'Number',
  state: 'State',
  at: 'When',
} as const

export const dataRequestsCopy = {
  title: privacyParts.dataRequests.title,
  intro:
    'The law usually gives 45 days. What people do themselves, in their account or by the link in our emails, is done at once and not listed here.',
  none: 'No open requests.',
  number: 'Number',
  kind: 'Kind',
  email: 'Email',
  asked: 'Asked',
  overdue: `older than ${dataRequestReminderDays} days`,
  kinds: { export: 'To see their data', erasure: 'To have their data erased' } satisfies Record<
    DataRequestKind,
    string
  >,
  done: 'Done',
  close: 'Close',
  closeOf: (number: number) => `Close request ${number}`,
  sure: 'Are you sure? It leaves this list for good. What you enter here is kept with it and in the log.',
  outcome: 'What was done',
  choose: 'Choose what was done',
  outcomes: {
    sent: 'Their data was sent to them',
    erased: 'Everything kept about them was erased',
    'nothing-kept': 'Nothing was kept about them, and they were told',
    withdrawn: 'They withdrew the request',
    'not-identified': 'They could not be identified',
    other: 'Something else',
  } satisfies Record<DataRequestOutcome, string>,
  note: 'Details',
  noteHint: 'Such as how they were answered. No names or addresses: the log is kept for good.',
  notYet: 'Not yet',
  whyNot: {
    'no-outcome': 'Please choose what was done',
    'no-note': 'Please say in your words what was done',
    'long-note': `At most ${maxOutcomeNote} characters, please`,
  } satisfies Record<WhyNotEnded, string>,
  add: 'Add a request',
  addText: 'One that reached you by phone, post or email.',
  save: 'Add it',
  invalid: 'This is not a valid email',
  recorded: (number: number) => `Added as number ${number}.`,
  recordedBefore: (number: number) => `Already listed as number ${number}.`,
  finished: (number: number) => `Request ${number} is closed.`,
} as const
