import type { SubscriberFields } from '#campaigns/mailing-list/subscriber.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { accountCopy } from '#accounts/account/account.copy.ts'
import { fieldMessages } from '../form/fields.copy.ts'

/** The sentences of the staff's form for a subscriber (specification, section 5), verbatim. */
export const subscriberMessages = {
  ...fieldMessages,
  atLeast4: 'At Least 4 letters please', // sic
  noMoreThan40: 'No more than 40 letters',
  atLeast3: 'At Least 3 letters please', // sic
} as const

/** The sentences of the staff's form for a user: the account's, and ours where it is silent. */
export const staffUserMessages = {
  ...fieldMessages,
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
  enterCode: 'Enter the code',
  fixFirst: 'Please check the marked fields. Nothing has been saved yet.',
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
  emailErrors: { 'email-taken': 'Another subscriber has this email.' },
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
  emailErrors: {
    'email-taken': 'Another account has this email.',
    'staff-email':
      'The email of a staff account is changed by its owner, under Password and devices.',
  },
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

/** The label of each field of a record, as the customer's form has it unless two would be the same. */
export const fieldNames = {
  ...accountCopy.fields,
  fullname: 'Full name',
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
