import type { AuditAction } from '#domain/admin/audit.ts'
import type { SubscriberFields } from '#domain/people/subscriber.ts'
import type { StaffUserFields } from '#domain/people/staff-user.ts'
import { accountMessages } from './account.ts'

/** The sentences of the staff's form for a subscriber (specification, section 5), verbatim. */
export const subscriberMessages = {
  ...accountMessages,
  atLeast4: 'At Least 4 letters please', // sic
  noMoreThan40: 'No more than 40 letters',
  atLeast3: 'At Least 3 letters please', // sic
} as const

/** The sentences of the staff's form for a user: the account's, and ours where it is silent. */
export const staffUserMessages = {
  ...accountMessages,
  under21: 'Buyers must be 21 or older',
  chooseLevel: 'Please choose a level, or turn the membership off',
  noteTooLong: 'No more than 1,000 letters',
} as const

/** What both record pages say. */
export const recordCopy = {
  back: 'Back to the list',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  unsaved: 'Not saved yet',
  fixFirst: 'Please check the marked fields. Nothing has been saved yet.',
  restored: 'Here is what you typed before you were signed out. It is not saved yet.',
  gone: {
    title: 'This record is gone',
    text: 'It was deleted, or its address is incomplete.',
  },
  goneMeanwhile:
    'This record was deleted while you were editing it. Nothing was saved. What you typed still stands below, to be copied.',
  conflict: {
    title: 'Changed in the meantime',
    by: (who: string) => `${who} saved this record while you were editing it.`,
    byOther: 'This record was changed while you were editing it, but not by staff.',
    what: 'What only they changed is taken over below, and what you changed still stands. Save again once it is right, or cancel to keep what is saved.',
    field: 'Field',
    was: 'Before',
    theirs: 'Saved now',
    yours: 'Yours',
    takeTheirs: 'Take what is saved',
    keepYours: 'Keep yours',
    inForm: 'in the form below',
    ofField: (what: string, field: string) => `${what}: ${field}`,
  },
  nothing: 'nothing',
  yes: 'Yes',
  no: 'No',
} as const

export const subscriberCopy = {
  title: 'Subscriber',
  person: 'Subscriber',
  contact: 'Phone and address',
  standing: 'On the list',
  updated: 'CLient Updated', // sic
  emailTaken: 'Another subscriber has this email.',
  since: 'Since',
  from: 'Joined by',
  agreedTo: 'Agreed to',
  left: 'Left the list',
  add: {
    title: 'Add a subscriber',
    action: 'Add a subscriber',
    intro:
      'Only someone who said yes in writing. They get the email that welcomes every subscriber, with its link to leave the list.',
    fullname: 'Full name',
    email: 'Email',
    proof: 'Where they said yes',
    proofHint:
      'Such as: signed the guest book at the tasting in Napa, May 3, 2026. Kept with the record.',
    sayWhere: 'Please say where and when they said yes, in at least 8 letters',
    submit: 'Add to the list',
    back: 'Back to the list',
    added: 'Added to the mailing list. The welcome email is on its way.',
    source: 'staff, said yes in writing',
    refused: {
      'on-list': 'This address is already on the mailing list. Nothing was changed.',
      'has-left':
        'This person has left the mailing list. They get an email that asks whether they want to come back, and are on the list once they say so.',
    },
  },
  leave: {
    action: 'Unsubscribe',
    title: 'Unsubscribe',
    ask: (name: string) => `Take ${name} off the mailing list?`,
    text: (email: string) =>
      `${email} gets no more emails of the mailing list. The record stays. Only they can come back, by joining again.`,
    submit: 'Unsubscribe',
    keep: 'Keep on the list',
    done: 'Taken off the mailing list.',
    savedElsewhere:
      'Someone changed this record in the meantime. Nothing was done; please look again.',
  },
} as const

export const userCopy = {
  title: 'User',
  updated: 'User updated',
  emailTaken: 'Another account has this email.',
  staffEmail: 'The email of a staff account is changed by its owner, under Password and devices.',
  newEmailHint:
    'They log in with it at once, and both addresses are told. It counts as unconfirmed until they show that it is theirs.',
  orders: {
    title: 'Order history',
    none: 'No orders yet.',
    order: 'Order',
    state: 'State',
    refunded: (amount: string) => `${amount} refunded`,
    date: 'Date',
    product: 'Product',
    quantity: 'Quantity',
    subtotal: 'Subtotal',
    price: 'Price',
    newer: 'Newer',
    older: 'Older',
    page: (page: number) => `Page ${page}`,
  },
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    text: (email: string) =>
      `${email} loses the account: profile, addresses, cart and every way to log in. Their orders are kept, without an owner. A payment page that is still open is closed first. For ten seconds you can undo it.`,
    confirm: 'Delete',
    keep: 'Keep',
    done: (name: string) => `${name} is deleted.`,
    undo: 'Undo',
    undoNamed: (name: string) => `Undo: bring ${name} back`,
    gone: 'This user is already gone: someone has deleted them.',
    self: 'You can’t delete yourself: ask a colleague.',
    'not-staff': 'Your staff role was taken away in the meantime. Nobody was deleted.',
    colleague: 'Only an owner can delete a member of staff. Nobody was deleted.',
    'last-owner': 'There has to be an owner. Nobody was deleted.',
    'provider-away':
      'They have a payment page open, and the payment provider can’t be asked to close it right now. Nobody was deleted. Please try again in a moment.',
    'too-late': 'The ten seconds are over: this user is erased.',
    'registered-again': 'They have registered again in the meantime; that account stays.',
  },
  personal: 'Personal information',
  contactBy: 'Contact by',
  contact: { email: 'Email', phone: 'Phone' },
  isMember: 'Member of The Andes Society',
  optionalHint: 'In up to 80 letters. The member sees it as their note.',
  membership: 'Membership',
  notes: 'Notes by year',
  texts: 'Membership texts',
  levelHint: 'Turning membership off takes the level away.',
  shipping: 'Shipping address',
  billing: 'Billing address',
  billingOverwritten:
    'Saving replaces the billing name and address with the shipping address. Check the box again to keep them.',
  billingSame: 'The billing address is the shipping address.',
  account: 'Account',
  facts: {
    role: 'Role',
    roles: { member: 'Member', staff: 'Staff' },
    confirmed: 'Email confirmed',
    stripe: 'Stripe ID',
    subscription: 'Subscription',
    subscriptions: { active: 'Active', inactive: 'Inactive' },
    registered: 'Registered',
    lastOrder: 'Last order',
  },
} as const

/** Every field of a record by its name, told apart where two forms would call it the same. */
export const fieldNames = {
  fullname: 'Full name',
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  phone: 'Phone',
  birthdate: 'Birthdate',
  byEmail: 'Contact by email',
  byPhone: 'Contact by phone',
  membership: 'Membership',
  membershipLevel: 'Level',
  membershipText2022: '2022',
  membershipText2023: '2023',
  membershipText2024: '2024',
  membershipText2025: '2025',
  membershipTextA: 'Text A',
  membershipTextB: 'Text B',
  optionalText: 'Optional text',
  address: 'Address',
  addressExtra: 'Apartment, suite, company',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  billDifThanShip: 'Billing differs from shipping',
  xfirstname: 'Billing first name',
  xlastname: 'Billing last name',
  xaddress: 'Billing address',
  xaddressExtra: 'Billing apartment, suite, company',
  xcity: 'Billing city',
  xstate: 'Billing state',
  xzipCode: 'Billing ZIP code',
} as const satisfies Record<keyof SubscriberFields | keyof StaffUserFields, string>

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
    filter: 'Narrowed to',
    brokenOff: 'Broke off before its end',
    subscribers: 'Subscribers',
    users: 'Users',
    amountCents: 'Amount',
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
    stock: 'In all',
    subscribed: 'On the list',
    proof: 'How they said yes',
    kind: 'Kind',
  },
  actions: {
    'subscriber-updated': 'Subscriber updated',
    'subscriber-deleted': 'Subscriber deleted',
    'subscriber-restored': 'Subscriber put back',
    'subscriber-added': 'Subscriber added',
    'subscriber-unsubscribed': 'Subscriber unsubscribed',
    'data-request-recorded': 'Data request noted',
    'data-request-done': 'Data request done',
    'user-updated': 'User updated',
    'user-deleted': 'User deleted',
    'user-restored': 'User put back',
    'staff-granted': 'Staff role given',
    'staff-revoked': 'Staff role taken away',
    'duties-changed': 'Duties changed',
    'list-exported': 'List exported',
    'resend-mail': 'Email sent again',
    'records-imported': 'Records imported',
    'refund-requested': 'Refund requested',
    'refund-made': 'Refund made',
    'approval-asked': 'Second person asked',
    'approval-given': 'Approved by a second person',
    'approval-declined': 'Declined by a second person',
    'approval-withdrawn': 'Taken back before approval',
    'approval-lapsed': 'Lapsed without approval',
    'approval-rules-set': 'Second approval set',
    'refund-failed': 'Refund failed',
    'flag-resolved': 'Flag reviewed',
    'order-note-added': 'Note added',
    'stock-set': 'Stock set',
    'wine-made': 'Wine made',
    'wine-updated': 'Wine updated',
    'wine-price-made': 'Price made at the payment provider',
    'wine-state-set': 'Wine’s sale changed',
    'wine-offered': 'Case of the offer chosen',
    'release-made': 'Release made',
    'release-updated': 'Release updated',
    'release-cloned': 'Release cloned',
    'release-scheduled': 'Release scheduled',
    'release-paused': 'Release paused',
    'release-resumed': 'Release resumed',
    'release-ended': 'Release ended',
    'release-opened': 'Release opened',
    'release-sold-out': 'Release sold out',
    'promises-ended': 'Promises ended',
    'allocations-built': 'Allocations built',
    'allocations-imported': 'Allocations imported',
    'allocation-updated': 'Allocation updated',
    'rehearsal-refunded': 'Rehearsal refunded',
    'request-granted': 'Request granted',
    'request-declined': 'Request declined',
    'request-queued': 'Request kept for a later vintage',
    'request-queue-set': 'Queue of requests changed',
    'club-granted': 'Club membership granted',
    'subscription-confirmed': 'Subscription confirmed by email',
    'saved-answer-set': 'Saved answer changed',
    'requests-shown': 'Answering requests here turned on or off',
    'campaign-made': 'Campaign made',
    'campaign-updated': 'Campaign updated',
    'campaign-scheduled': 'Campaign scheduled',
    'campaign-unscheduled': 'Campaign taken back',
    'campaign-paused': 'Campaign paused',
    'campaign-resumed': 'Campaign resumed',
    'campaign-stopped': 'Campaign stopped',
    'login-links-turned': 'Signing in by email turned on or off',
    'shipping-begun': 'Shipping from here begun',
    'shipping-settings-saved': 'Shipping settings saved',
    'orders-taken-in': 'Earlier orders taken in',
    'shipment-held': 'Shipments held',
    'shipment-hold-ended': 'Shipment hold ended',
    'shipper-profile-saved': 'Shipper profile saved',
    'handover-made': 'Handover made',
    'handover-undone': 'Handover of a shipment undone',
    'tracking-added': 'Tracking number added',
    'tracking-file-taken': 'Tracking file taken',
    'shipment-marked': 'Shipment marked',
    'return-received': 'Returned wine received',
    'return-settled': 'Return settled',
    'shipment-replaced': 'Replacement created',
    'claim-saved': 'Claim saved',
    'pickup-places-saved': 'Pickup places saved',
    'pickup-proposed': 'Pickup proposed',
    'pickup-collected': 'Pickup collected',
    'pickup-missed': 'Pickup missed',
    'evidence-sent': 'Evidence sent to the payment provider',
    'second-factor-added': 'Second factor set up',
    'second-factor-removed': 'Second factor removed',
    'second-factor-required': 'Second factor required or not',
    'staff-invited': 'Invited to the staff',
    'invitation-withdrawn': 'Invitation taken back',
    'invitation-accepted': 'Invitation accepted',
    'task-taken': 'Task taken',
    'task-returned': 'Task given back',
  } satisfies Record<AuditAction, string>,
} as const

/** Actions that earlier versions wrote: the log is append-only. */
const earlierActions: Record<string, string> = {
  'refund-asked': logCopy.actions['refund-requested'],
  'order-attended': logCopy.actions['flag-resolved'],
  // Written by a process of the release before while it is being replaced.
  'client-updated': logCopy.actions['subscriber-updated'],
  'client-deleted': logCopy.actions['subscriber-deleted'],
  'client-restored': logCopy.actions['subscriber-restored'],
  'client-added': logCopy.actions['subscriber-added'],
  'client-unsubscribed': logCopy.actions['subscriber-unsubscribed'],
}

/** The action in words, or its key where there are none. */
export const actionName = (action: string): string => {
  if (Object.hasOwn(logCopy.actions, action)) return logCopy.actions[action as AuditAction]
  return Object.hasOwn(earlierActions, action) ? earlierActions[action]! : action
}

const notedNames: Record<string, string> = { ...fieldNames, ...logCopy.noted }

/** A field in words, or its name as it was noted. */
export const fieldName = (field: string): string =>
  Object.hasOwn(notedNames, field) ? notedNames[field]! : field

/** Where a field stands among those of its form; what is in none comes last. */
export const fieldOrder = (field: string): number => {
  const place = Object.keys(notedNames).indexOf(field)
  return place < 0 ? Infinity : place
}
