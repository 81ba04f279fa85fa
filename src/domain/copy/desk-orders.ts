import type { AttentionReason, DisputeState, RefundState } from '../after-sale.ts'
import { unpaidKeptDays } from '../checkout.ts'
import { mostStock } from '../stock.ts'

/** What staff read of orders. */
export const deskOrdersCopy = {
  title: 'Orders',
  toLookAt: (count: number) => (count === 1 ? '1 needs a look' : `${count} need a look`),
  noneToLookAt: 'None needs a look',
  search: 'Number, name or email',
  number: 'Order',
  date: 'Date',
  buyer: 'Buyer',
  wines: 'Wines',
  channel: 'From',
  state: 'State',
  look: 'To look at',
  total: 'Total',
  refunded: 'Refunded',
  channels: {
    cart: 'Cart',
    card: 'Card panel',
    offering: 'Direct offer',
    offer1: 'Single-bottle offer',
  },
  anyChannel: 'Any',
  anyState: 'Any',
  lookOptions: [
    ['', 'All orders'],
    ['yes', 'Those that need a look'],
  ],
  none: 'No orders yet.',
  noneFound: 'No order fits.',
  newestFirst: 'Newest first',
  newest: 'Newest orders',
  older: 'Older orders',
  pages: 'Orders by age',
  line: (quantity: number, description: string) => `${quantity} × ${description}`,
} as const

/** Offers that were authorised and let go. */
export const voidedOffersCopy = {
  title: 'Offers not served',
  count: (count: number, isMore: boolean) => {
    if (isMore) return `More than ${count} offers not served`
    return count === 1 ? '1 offer not served' : `${count} offers not served`
  },
  newest: (count: number) => `These are the newest ${count}; there are more.`,
  intro: `Nobody was charged, and the buyers were told by email. Listed for ${unpaidKeptDays} days.`,
  buyer: 'Buyer',
  unknown: 'Not known',
  email: 'Email',
  phone: 'Phone',
  when: 'Date',
  wines: 'Wine',
  to: 'For',
  place: ({ city, state, zipCode }: { city: string; state: string; zipCode: string }) =>
    [city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', '),
  reason: 'Why not',
} as const

/** Why staff should look at an order. */
export const attentionSentence = {
  'stock-gone':
    'It was paid after its wine was gone. The whole payment goes back by itself; the buyer is told.',
  'amount-differs':
    'The total is what was paid. Wine, shipping and tax do not come to the same: see why.',
  'address-differs': 'It was paid for another address than the buyer told us first.',
  'address-not-served':
    'It was paid for an address that wine may not go to. The whole payment goes back by itself; the buyer is told.',
  'refund-failed': 'A refund could not be made. Try again, or make it at the payment provider.',
  disputed: 'The buyer disputes the payment with their bank. Answer it at the payment provider.',
} as const satisfies Record<AttentionReason, string>

/** One order at the desk. */
export const deskOrderCopy = {
  title: (number: number) => `Order K-${number}`,
  all: 'All orders',
  attend: 'I have looked at it',
  attended: 'Noted: it needs no look any more.',
  lines: 'Wines',
  wine: 'Wine',
  quantity: 'Qty',
  price: 'Price',
  back: (units: number) => `${units} not in the sale: back in stock, or never taken`,
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'California sales tax',
  total: 'Total',
  refunded: 'Refunded',
  shipTo: 'Ship to',
  pickup: 'The buyer picks it up.',
  noAddress: 'No address is kept with it.',
  phone: 'Phone',
  birthdate: 'Birthdate',
  birthdateUnknown: 'Not told',
  statement: 'The buyer stated',
  noStatement: 'Nothing',
  rules: 'Checked by the rules of',
  signature: 'An adult of 21 or older must sign for the delivery.',
  buyer: 'Buyer',
  guest: 'Guest, without an account',
  member: 'Member',
  payment: 'Payment',
  paymentId: 'At the provider',
  noPayment: 'None at the provider: nothing can be given back here.',
  refunds: 'Refunds',
  noRefunds: 'Nothing was given back.',
  when: 'When',
  standing: 'State',
  amount: 'Amount',
  by: 'By',
  reason: 'Reason',
  refundStates: {
    asked: 'Being made',
    made: 'Made',
    failed: 'Failed',
  } satisfies Record<RefundState, string>,
  causes: {
    staff: 'Staff',
    automatic: 'The shop, by itself',
    provider: 'At the payment provider',
  },
  disputes: 'Disputes',
  disputeStates: {
    'needs-response': 'Waits for our answer',
    'under-review': 'The bank decides',
    won: 'Won',
    lost: 'Lost',
    withdrawn: 'Withdrawn',
  } satisfies Record<DisputeState, string>,
  respondBy: 'Answer by',
} as const

/** The form that gives money back. */
export const refundCopy = {
  title: 'Give money back',
  left: (amount: string) => `${amount} can still be given back.`,
  nothingLeft: 'All that was paid is given back, or about to be.',
  amount: 'Amount in dollars',
  amountHint: (amount: string) => `Leave it empty for all of it: ${amount}`,
  reasonLabel: 'Reason',
  reasonHint: 'The buyer reads it in the letter about the refund.',
  stock: (description: string) => `Back into stock: ${description}`,
  stockHint: (most: number) => `0 to ${most}`,
  go: 'Give it back',
  going: 'Giving it back…',
  done: {
    made: (amount: string) => `${amount} is given back. The buyer is told by email.`,
    asked: (amount: string) =>
      `${amount} is being given back. The payment provider can’t be reached just now; it is tried again by itself.`,
    failed: () => 'The payment provider refused this refund. Nothing was given back.',
  },
  errors: {
    amount: 'Dollars and cents please, such as 12.50',
    reason: 'Please say why, in 200 letters at most',
    stock: 'A whole number please, 0 for none',
    'too-much': 'That is more than can still be given back.',
    'nothing-left': 'Nothing is left to give back.',
    'too-many-units': 'That is more than was sold and is not back yet.',
    'no-payment': 'This order has no payment at the provider.',
    'no-order': 'There is no such order.',
    'not-staff': 'Only staff may do this.',
  },
} as const

/** The wines at the desk. */
export const deskWinesCopy = {
  title: 'Wines',
  intro:
    'How many of each wine there are in all. Empty is no limit. What is held for open payment pages and what is sold can’t be taken back here.',
  wine: 'Wine',
  release: 'Release',
  releases: { 'on-sale': 'On sale', announced: 'Announced', closed: 'Closed' },
  price: 'Price',
  held: 'Held',
  sold: 'Sold',
  left: 'Left',
  noLimit: 'No limit',
  soldOut: 'Sold out',
  stock: 'In all',
  stockOf: (wine: string) => `In all: ${wine}`,
  save: 'Save',
  saveOf: (wine: string) => `Save ${wine}`,
  log: 'Log',
  logLink: 'What staff did',
  logOf: (wine: string) => `What staff did: ${wine}`,
  saved: (wine: string, stock: number | null) =>
    stock === null ? `${wine}: no limit.` : `${wine}: ${stock.toLocaleString('en-US')} in all.`,
  errors: {
    'not-a-count': `A whole number up to ${mostStock.toLocaleString('en-US')} please, or nothing for no limit.`,
    'below-taken': (taken: number) =>
      `${taken.toLocaleString('en-US')} are held or sold already: not fewer than that.`,
    'set-elsewhere': (stock: number | null) =>
      `Somebody set it meanwhile: it is ${stock === null ? 'without a limit' : stock.toLocaleString('en-US')} now. Save again to change that.`,
    gone: 'There is no such wine any more.',
    'not-staff': 'Only staff may do this.',
  },
} as const
