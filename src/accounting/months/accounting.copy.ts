import { amounts, eachPart, orderAmounts } from '#catalogue/prices/amounts.rules.ts'
import type { MovementKind } from '#payments/movements.rules.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import type { BookedPart, LineMark } from './month-lines.rules.ts'
import { bookedParts } from './month-lines.rules.ts'
import type { Unexplained, WhyNotClose } from './why-not-close.rules.ts'

/** Each kind of movement of what the provider owes. */
export const movementNames = {
  charge: 'Payments',
  refund: 'Refunds',
  dispute: 'Disputes',
  fee: 'Other provider fees',
  payout: 'Payouts to the bank',
  other: 'Other movements',
} as const satisfies Record<MovementKind, string>

const channels: Readonly<Record<string, string>> = {
  cart: 'Cart',
  card: 'Card page',
  offering: 'Offering, case',
  offer1: 'Offer, single bottle',
  added: 'Added by staff',
  reshipment: 'Boxes sent again',
  difference: 'Shipped another way',
  foreign: 'Not of this shop',
}
export const channelOfSales = (channel: string): string => channels[channel] ?? channel

/** A state by its name; without one the wine was collected, or the payment is not this shop's. */
export const stateOfSales = (state: string): string =>
  state === '' ? 'No shipping' : stateName(state)

/** Why a line stands where it does. */
export const markText = (mark: LineMark): string =>
  mark.kind === 'late'
    ? `dated in ${monthName(mark.month)}, which was closed`
    : `of a payment of ${monthName(mark.month)}`

const whyNot = {
  'closed-already': () => 'This month is closed.',
  'not-over': (month) => `${monthName(month)} is not over yet.`,
  'another-first': () => 'Months close in order. Close the month before this one first.',
  'later-closed': () =>
    'Months close in order, and a later one is closed. Open that one again before closing this one.',
  'not-read': () =>
    'The provider’s movements have not been read to the end of the month. Press “Read and compare”.',
  'before-first': (month) =>
    `No money moved at the provider by the end of ${monthName(month)}, so there is nothing to close. The first month to close is the one of the first movement.`,
  'not-reconciled': () =>
    'The month has not been compared with the provider since it ended. Press “Read and compare”.',
  differences: () => 'The comparison with the provider found differences. Resolve them first.',
  unexplained: () =>
    'Our records and the provider’s movements differ. Resolve the differences first.',
  'opening-differs': () =>
    'The opening balance differs from the closing balance of the month before.',
} as const satisfies Record<WhyNotClose, (month: AccountingMonth) => string>

export const whyNotText = (reason: WhyNotClose, month: AccountingMonth): string =>
  whyNot[reason](month)

export function unexplainedText(one: Unexplained): string {
  switch (one.kind) {
    case 'amount':
      return `Order K-${one.order} comes to ${formatAmount(one.ours)}, and ${formatAmount(one.theirs)} was paid.`
    case 'order-without-movement':
      return `Order K-${one.order} has no movement at the provider.`
    case 'reshipment-without-movement':
      return `The second shipping paid on order K-${one.order} has no movement at the provider.`
    case 'difference-without-movement':
      return `The extra shipping paid on order K-${one.order} has no movement at the provider.`
    case 'refund-without-movement':
      return `A refund of ${formatAmount(one.amount)} of order K-${one.order} has no movement at the provider.`
  }
}

/** `wine, shipping and tax` */
const listed = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts)

/** What the page of a month, its files and its summary call the same things. */
export const accountingCopy = {
  month: 'Month',
  balance: 'What the provider owes',
  movement: 'Movement',
  count: 'Number',
  amount: 'Amount',
  fee: 'Kept by the provider',
  net: 'Left',
  atStart: 'At the start',
  atEnd: 'At the end',
  sales: 'Sales by channel and state',
  channel: 'Channel',
  shippedTo: 'State',
  payments: 'Payments',
  refunds: 'Refunds',
  refunded: (part: string) => `${part} refunded`,
  refundShares: `A refund counts as what it was made for. Where that is not known, it is split into ${listed(
    amounts.map((amount) => orderAmounts[amount].short.toLowerCase()),
  )} like the rest of its order.`,
} as const

const besideOrders = { goodwill: 'Goodwill', other: 'Other' }

/** What each part is called where it was sold, and where it was refunded. */
export const soldNames: Record<BookedPart, string> = {
  ...eachPart((amount) => orderAmounts[amount].sold),
  ...besideOrders,
}
export const refundedNames: Record<BookedPart, string> = {
  ...eachPart((amount) => orderAmounts[amount].short),
  ...besideOrders,
}

/** Goodwill is refunded, never sold. */
export const soldParts = bookedParts.filter((part) => part !== 'goodwill')
