import { fieldNames } from '../form/fields.copy.ts'

/** The words of the log. */
export const logCopy = {
  title: 'Log',
  one: 'entry',
  search: 'Search by person, email, ID or action',
  show: 'Show',
  clear: 'Show all',
  older: 'Older',
  newest: 'Newest',
  pages: 'Pages of the log',
  none: 'Nothing has been logged yet.',
  noneFound: 'No entry matches.',
  onRecord: 'History of changes',
  noneOnRecord: 'No changes by staff.',
  all: 'The whole log of this record',
  about: (label: string) => `Only about ${label}`,
  anyone: 'Anyone',
  anyAction: 'Anything',
  from: 'From',
  to: 'To',
  wholeHistory: 'The whole history of one person: account, orders, shipments and requests.',
  toPerson: 'To the account',
  ofPerson: 'With orders, shipments and requests',
  at: 'When',
  action: 'Action',
  subject: 'About',
  actor: 'By',
  difference: 'What changed',
  field: 'Field',
  before: 'Before',
  after: 'After',
  /** What entries note beside the fields of a record. */
  noted: {
    role: 'Role',
    duties: 'Duties',
    takenBy: 'Taken by',
    rows: 'Rows',
    search: 'Searched for',
    filter: 'Filtered by',
    brokenOff: 'Stopped before the end',
    subscribers: 'Subscribers',
    users: 'Users',
    amountCents: 'Amount',
    purpose: 'For',
    priceId: 'Price at the payment provider',
    priceCents: 'Price',
    leftCents: 'Left to refund',
    refundedCents: 'Refunded in total',
    failure: 'Reason of the payment provider',
    requestedBy: 'Requested by',
    approvedBy: 'Approved by',
    refundOverCents: 'Refunds wait above',
    endsRelease: 'The end of a release waits',
    reason: 'Reason',
    stockBack: 'Back into stock',
    flag: 'Flag',
    note: 'Note',
    change: 'Change',
    onPhone: 'On the phone with the buyer',
    release: 'Release',
    stock: 'In all',
    sold: 'Sold',
    profile: 'File format',
    shipments: 'Shipments',
    subscribed: 'On the list',
    proof: 'How they said yes',
    kind: 'Kind',
    opening: 'Owed at the start',
    closing: 'Owed at the end',
    closedBy: 'Closed by',
    lines: 'SHA-256 of the lines',
    sums: 'SHA-256 of the sums',
    summary: 'SHA-256 of the page',
    sha256: 'SHA-256',
    file: 'File',
    isClosed: 'Closed',
    done: 'What was done',
    againOn: 'Again on',
    claimNumber: 'Claim number',
    paidOn: 'Paid on',
    refusedOn: 'Refused on',
    refusal: 'The carrier’s reason',
  },
} as const

const notedNames: Record<string, string> = { ...fieldNames, ...logCopy.noted }

/** A field in words, or its name as it was noted. */
export const fieldName = (field: string): string =>
  Object.hasOwn(notedNames, field) ? notedNames[field]! : field

/** Where a field stands among those of its form; what is in none comes last. */
export const fieldOrder = (field: string): number => {
  const place = Object.keys(notedNames).indexOf(field)
  return place < 0 ? Infinity : place
}
