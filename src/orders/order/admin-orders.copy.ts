import { adminParts } from '#platform/admin/parts.rules.ts'
import type { RefundedBox } from '../refunds/refunded-box.rules.ts'
import type { DisputeState, RefundState, WhyNotRefundable } from '#payments/after-sale.rules.ts'
import { unpaidRetentionDays } from '#checkout/checkout.rules.ts'
import { maxNote } from '../notes/order-note.rules.ts'

/** The list of orders. */
export const adminOrdersCopy = {
  title: adminParts.orders.title,
  rehearsal: 'Rehearsal',
  flagged: (count: number) => (count === 1 ? '1 order to review' : `${count} orders to review`),
  noneFlagged: 'No orders to review',
  search: 'Number, name, email, amount or payment',
  number: 'Order',
  date: 'Date',
  buyer: 'Buyer',
  email: 'Email',
  wines: 'Wines',
  channel: 'Channel',
  state: 'State',
  review: 'To review',
  total: 'Total',
  refunded: 'Refunded',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'California sales tax',
  method: 'Shipping method',
  recipient: 'Ship to: name',
  phone: 'Ship to: phone',
  address: 'Ship to: address',
  addressExtra: 'Ship to: apartment, suite, company',
  city: 'Ship to: city',
  shipTo: 'Ship to: state',
  zipCode: 'Ship to: ZIP code',
  payment: 'Payment',
  shipToState: 'Ship to',
  anyShipTo: 'Any state',
  anyMethod: 'Any',
  wine: 'Wine',
  anyWine: 'Any',
  release: 'Release',
  anyRelease: 'Any',
  from: 'From day',
  to: 'To day',
  /** Over everything that the filters leave. */
  sums: {
    label: 'Totals of the orders shown',
    orders: (count: string, isOne: boolean) => (isOne ? `${count} order` : `${count} orders`),
    paid: (amount: string) => `${amount} paid`,
    refunded: (amount: string) => `${amount} refunded`,
    kept: (amount: string) => `${amount} kept`,
  },
  notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  select: (number: string) => `Select ${number}`,
  selected: {
    label: 'With the selected orders',
    all: 'Select all on this page',
    print: 'Print',
    file: 'Download CSV',
    hint: 'Select orders in the list first.',
    count: (count: number) => (count === 1 ? '1 order selected' : `${count} orders selected`),
  },
  channels: {
    cart: 'Cart',
    card: 'Card panel',
    offering: 'Direct offer',
    offer1: 'Single-bottle offer',
  },
  anyChannel: 'Any',
  anyState: 'Any',
  reviewOptions: [
    ['', 'All orders'],
    ['yes', 'Only those to review'],
  ],
  placed: (when: string) => `Orders of ${when} only`,
  none: 'No orders yet.',
  noneFound: 'No order matches.',
  newestFirst: 'Newest first',
  newest: 'Newest orders',
  older: 'Older orders',
  pages: 'Orders by age',
  line: (quantity: number, description: string) => `${quantity} × ${description}`,
} as const

/** Orders on paper, each on a sheet of its own. */
export const printedOrdersCopy = {
  title: 'Orders to print',
  one: (number: string) => `Order ${number}`,
  print: 'Print',
  back: 'All orders',
  none: 'No order is selected. Select some in the list first.',
  placed: 'Placed',
  shipTo: 'Ship to',
  pickup: 'The buyer picks it up.',
} as const

/** What staff write about an order for each other. */
export const orderNotesCopy = {
  title: 'Notes',
  none: 'No notes.',
  label: 'Add a note',
  hint: 'Only staff read it. It stays as it is written.',
  add: 'Add note',
  added: 'The note is added.',
  invalid: `Please write a note of at most ${maxNote.toLocaleString('en-US')} characters`,
  by: (who: string) => `by ${who}`,
} as const

/** Offers whose authorisation was cancelled. */
export const voidedOffersCopy = {
  title: 'Offers not served',
  count: (count: number, isMore: boolean) => {
    if (isMore) return `More than ${count} offers not served`
    return count === 1 ? '1 offer not served' : `${count} offers not served`
  },
  newest: (count: number) => `These are the newest ${count}; there are more.`,
  intro: `Nobody was charged, and the buyers were told by email. Listed for ${unpaidRetentionDays} days.`,
  buyer: 'Buyer',
  unknown: 'Unknown',
  email: 'Email',
  phone: 'Phone',
  when: 'Date',
  wines: 'Wine',
  to: 'For',
  place: ({ city, state, zipCode }: { city: string; state: string; zipCode: string }) =>
    [city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', '),
  reason: 'Why not',
} as const

/** Where a buyer read the statement above the button. */
const statementPlaces = {
  cart: 'in the cart',
  card: 'on the card page',
  offering: 'on the offer’s form',
  offer1: 'on the offer’s form',
  'payment-page': 'on the payment page',
} as const

/** One order, as staff see it. */
export const adminOrderCopy = {
  title: (number: number) => `Order K-${number}`,
  number: (number: number) => `K-${number}`,
  all: 'All orders',
  print: 'Print',
  flags: 'To review',
  resolve: 'Mark as reviewed',
  resolveOf: (flag: string) => `Mark as reviewed: ${flag}`,
  resolved: 'Marked as reviewed.',
  undecided: 'The bank has not decided this dispute yet. It stays listed until then.',
  lines: 'Wines',
  wine: 'Wine',
  quantity: 'Qty',
  price: 'Price',
  back: (units: number) => `${units} returned to stock, or never taken from it`,
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'California sales tax',
  total: 'Total',
  refunded: 'Refunded',
  shipTo: 'Ship to',
  pickup: 'The buyer picks it up.',
  noAddress: 'No address is stored with this order.',
  phone: 'Phone',
  birthdate: 'Birthdate',
  birthdateUnknown: 'Not given',
  statement: 'The buyer stated',
  noStatement: 'Nothing',
  statementShown: (place: keyof typeof statementPlaces, at: string) =>
    `shown ${statementPlaces[place]}, ${at}`,
  statementNotShown: 'recorded, not shown',
  rules: 'Checked by the rules of',
  signature: 'An adult 21 or older must sign for the delivery.',
  buyer: 'Buyer',
  guest: 'Guest, without an account',
  member: 'Member',
  payment: 'Payment',
  noPayment: 'None at the payment provider.',
  refunds: 'Refunds',
  noRefunds: 'No refunds.',
  when: 'When',
  standing: 'State',
  amount: 'Amount',
  by: 'By',
  reason: 'Reason',
  refundStates: {
    requested: 'Pending',
    made: 'Made',
    failed: 'Failed',
  } satisfies Record<RefundState, string>,
  causes: {
    staff: 'Staff',
    automatic: 'Automatic',
    provider: 'Payment provider’s dashboard',
  },
  disputes: 'Disputes',
  disputeStates: {
    'needs-response': 'Needs our response',
    'under-review': 'With the bank',
    won: 'Won',
    lost: 'Lost',
    withdrawn: 'Withdrawn',
  } satisfies Record<DisputeState, string>,
  respondBy: 'Respond by',
} as const

/** The refund form and its confirmation. */
export const refundCopy = {
  title: 'Refund',
  left: (amount: string) => `Up to ${amount} can be refunded.`,
  amount: 'Amount in dollars',
  amountHint: (amount: string) => `For a full refund type ${amount}.`,
  reasonLabel: 'Reason',
  reasonHint: 'The buyer reads it in the email about the refund.',
  stock: (description: string) => `Return to stock: ${description}`,
  stockHint: (most: number) => `0 to ${most}`,
  review: 'Review refund',
  confirmTitle: (amount: string) => `Refund ${amount}?`,
  confirmFacts: {
    amount: 'Amount',
    buyer: 'To',
    card: 'Card',
    reason: 'Reason the buyer reads',
    stock: 'Back to stock',
    box: 'The box',
    left: 'Left on this order',
  },
  card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  noCard: 'Not paid by card; it goes back the way it was paid.',
  cardUnknown:
    'The payment provider can’t be reached to name the card. The refund goes to the card that paid.',
  noStock: 'Nothing',
  toAllocation: 'Return the wine to the buyer’s allocation, not to everybody',
  intoAllocation: 'to the buyer’s allocation',
  box: 'What happens to the box?',
  boxHint: 'A box of this order was handed over. It is asked for a full refund only.',
  boxes: {
    stop: 'The shipper is asked to stop it; the order stays flagged until it is back',
    'comes-back': 'It comes back to us; the order stays flagged until it is',
    stays: 'The buyer keeps it',
  } satisfies Record<RefundedBox, string>,
  finality: 'A refund cannot be undone. The buyer is told by email once it is made.',
  confirm: (amount: string) => `Refund ${amount}`,
  confirming: 'Refunding…',
  change: 'Change',
  done: {
    made: (amount: string) => `${amount} is refunded. The buyer is told by email.`,
    requested: (amount: string) =>
      `The refund of ${amount} is pending: the payment provider can’t be reached right now. It is retried automatically.`,
    failed: (_amount: string, why: string | null) =>
      `The payment provider refused this refund. Nothing was refunded.${why ? ` ${why}` : ''}`,
  },
  whyNot: {
    'no-payment': 'This order has no payment at the payment provider.',
    disputed:
      'The buyer disputes this payment with their bank, so it cannot be refunded here. The bank decides about the money.',
    'nothing-left': 'The full amount has been refunded, or is about to be.',
  } satisfies Record<WhyNotRefundable, string>,
  errors: {
    amount: 'Dollars and cents, please, such as 12.50',
    reason: 'Please give a reason of at most 200 characters',
    stock: 'A whole number, please; 0 for none',
    'no-amount': 'Please type the amount to refund.',
    'no-box': 'A box of this order is on its way: please say what happens to it.',
    'too-much': 'That is more than can still be refunded.',
    'too-many-units': 'That is more than was sold and has not been returned yet.',
    'no-order': 'There is no such order.',
    'not-staff': 'Only staff may do this.',
    waits: 'Another refund of this order waits for a second person. That has to be decided first.',
    'code-due':
      'Please enter a code of your second factor in a new tab, then ask for the refund once more from this one.',
  },
} as const
