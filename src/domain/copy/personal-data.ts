import type { DataRequestKind } from '#domain/people/data-request.ts'

/** What a subscriber without an account reads about their data. */
export const personalDataCopy = {
  title: 'What we keep about you',
  ask: 'We will send a link to the address this email went to. It works once, for thirty minutes, so nobody else can look, even if the email was forwarded.',
  send: 'Send me the link',
  sent: 'A link is on its way to the address on our list.',
  tooMany:
    'Too many links were requested from your connection. Please try again in fifteen minutes.',
  unknownTitle: 'This link does not work',
  unknown: 'It is incomplete, or the record it was for is gone. Write to us and we will help:',
  unused: 'Your link is valid. It works once: press the button to see what we keep about you.',
  open: 'See my data',
  noneTitle: 'This link no longer works',
  none: 'It works once, for thirty minutes. The link “What we keep about you” at the foot of our emails sends you another.',
  record: 'Your record',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  joined: 'On the list since',
  agreedTo: 'You agreed to',
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
    'Your record, what you agreed to and the emails we sent you will be erased. Orders stay for as long as the law requires us to keep them, and so does a code made from your address that keeps us from writing to you. One last email confirms it.',
  eraseSure: 'Yes, erase everything about me',
  erase: 'Erase',
  tickFirst: 'Please check the box first.',
  erased: 'Your data is being erased. One last email will tell you when it is done.',
} as const

/** What staff read of one person, and of requests for data. */
export const personCopy = {
  link: 'All we keep about them',
  account: 'Account',
  subscriber: 'List record',
  toAccount: 'Edit the account',
  toSubscriber: 'Edit the list record',
  unconfirmed: 'Same address, not confirmed',
  unconfirmedText:
    'Another record has this address. They become one person once the account’s address is confirmed.',
  other: 'Open the other record',
  permission: 'Mailing-list emails',
  may: 'They may be emailed.',
  mayNot: {
    left: 'They may not be emailed: they left the list.',
    inactive: 'They may not be emailed: their subscription is inactive.',
    erased: 'They may not be emailed: their data were erased, and they have not joined again.',
    rejected: 'They may not be emailed: their mail server rejected our emails.',
    complaint: 'They may not be emailed: they reported an email of ours as unwanted.',
    'never-agreed': 'They may not be emailed: they never agreed to it.',
  },
  orders: 'Orders',
  requests: 'Requests',
  noRequests: 'No requests.',
  emails: 'Emails of the last 90 days',
  noEmails: 'No emails.',
  sessions: 'Login sessions',
  dataRequests: 'Data requests',
  noDataRequests: 'They never asked for their data.',
  kind: 'Kind',
  number: 'Number',
  state: 'State',
  at: 'When',
} as const

export const dataRequestsCopy = {
  title: 'Data requests',
  intro:
    'Requests from people to see or erase their data that are still open. The law usually gives 45 days. What people do themselves, in their account or by the link in our emails, is done at once and is not listed here.',
  none: 'Nothing is open.',
  number: 'Number',
  kind: 'Kind',
  email: 'Email',
  asked: 'Asked',
  overdue: 'older than 30 days',
  kinds: { export: 'To see their data', erasure: 'To have it erased' } satisfies Record<
    DataRequestKind,
    string
  >,
  done: 'Done',
  doneOf: (number: number) => `Request ${number} is done`,
  add: 'Note a request',
  addText: 'One that reached you by letter, phone or email.',
  save: 'Note it',
  invalid: 'This is not a valid email',
  recorded: (number: number) => `Noted as number ${number}.`,
  finished: 'Marked as done.',
  already: 'It was already done.',
} as const
