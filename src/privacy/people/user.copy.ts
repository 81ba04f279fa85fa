import { clubName } from '#platform/club/club.rules.ts'
import { fieldMessages } from '#platform/form/fields.copy.ts'

/** The sentences of the staff's form for a user: the account's, and ours where it is silent. */
export const staffUserMessages = {
  ...fieldMessages,
  under21: 'Buyers must be 21 or older',
  chooseLevel: 'Please choose a level, or turn the membership off',
  noteTooLong: 'No more than 1,000 letters',
} as const

export const userCopy = {
  title: 'User',
  updated: 'User updated',
  emailTaken: 'Another account has this email.',
  emailOfStaff: 'The email of a staff account is changed by its owner, under Security.',
  newEmailHint:
    'They log in with it right away, and we email both addresses. It stays unconfirmed until they confirm it.',
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
  personal: 'Personal information',
  contactBy: 'Contact by',
  isMember: `Member of ${clubName}`,
  optionalHint: 'Up to 80 letters. The customer sees it as their note.',
  membership: 'Membership',
  notes: 'Notes by year',
  texts: 'Membership texts',
  levelHint: 'Turning membership off removes the level.',
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
