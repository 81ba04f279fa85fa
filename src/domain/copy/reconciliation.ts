import type { ReconciliationCounts, Difference } from '#domain/reconciliation/reconciliation.ts'
import { formatAmount } from '#domain/money.ts'

const count = (figure: number) => figure.toLocaleString('en-US')
const plural = (figure: number, one: string) => `${count(figure)} ${one}${figure === 1 ? '' : 's'}`

type Sentences = {
  [Kind in Difference['kind']]: (difference: Extract<Difference, { kind: Kind }>) => string
}

/** Each difference in plain words. */
const sentences: Sentences = {
  'paid-without-order': ({ payment, amount }) =>
    `Payment ${payment} of ${formatAmount(amount)} was taken, and no order is written for it.`,
  'order-without-money': ({ order, payment, state }) =>
    `Order K-${order} is written as paid, and its payment ${payment} is ${state}.`,
  'order-without-payment': ({ order, payment }) =>
    payment === null
      ? `Order K-${order} names no payment at the provider.`
      : `Order K-${order} names payment ${payment}, and the provider has none of that name.`,
  'amount-differs': ({ order, ours, theirs }) =>
    `Order K-${order} comes to ${formatAmount(ours)}, and ${formatAmount(theirs)} was taken.`,
  'refunded-differs': ({ order, ours, theirs }) =>
    `Of order K-${order} ${formatAmount(ours)} is written as given back, and ${formatAmount(theirs)} was.`,
  'dispute-unknown': ({ order, payment }) =>
    `Payment ${payment} is disputed, and order K-${order} does not say so.`,
  'left-authorised': ({ payment, amount }) =>
    `${formatAmount(amount)} of payment ${payment} is authorised and neither taken nor let go.`,
  'refund-missing': ({ order, refund, amount }) =>
    `${formatAmount(amount)} of order K-${order} was given back (${refund}), and that is not written.`,
  'refund-differs': ({ order, refund, ours, theirs }) =>
    `Refund ${refund} of order K-${order} is written as ${formatAmount(ours)}, and was ${formatAmount(theirs)}.`,
  'refund-unknown-there': ({ order, refund }) =>
    `Refund ${refund} of order K-${order} is written as made, and the provider has none of that name.`,
  'refund-waits': ({ order, amount }) =>
    `${formatAmount(amount)} of order K-${order} was to be given back more than an hour ago, and was not.`,
  'page-left-open': ({ session }) =>
    `Payment page ${session} can still be paid, and its wine is free for others.`,
  'hold-left-open': ({ checkout }) =>
    `Checkout ${checkout} holds wine although its time is long over.`,
  'held-differs': ({ wine, ours, counted }) =>
    `${count(ours)} of ${wine} are written as held, and open checkouts hold ${count(counted)}.`,
  'sold-differs': ({ wine, ours, counted }) =>
    `${count(ours)} of ${wine} are written as sold, and orders come to ${count(counted)}.`,
}

export const differenceSentence = (difference: Difference): string =>
  (sentences[difference.kind] as (one: Difference) => string)(difference)

/** What the check of the books says. */
export const reconciliationCopy = {
  title: 'Books',
  intro:
    'Every night our orders, refunds, open checkouts and stock are compared with the payment provider’s books, and here are the differences. There should be none. What is younger than five minutes waits for the next time.',
  check: 'Compare now',
  checking: 'Being compared…',
  asked: 'The books are being compared. This page has the result in a moment: reload it.',
  never: 'The books have not been compared yet.',
  agree: 'The books agree.',
  differ: (differences: number) =>
    differences === 1 ? '1 difference' : `${count(differences)} differences`,
  more: (shown: number) => `The first ${count(shown)} are listed.`,
  failed: 'The books could not be compared: the payment provider could not be reached.',
  unfinished: 'Begun, and never finished.',
  notWhole: 'There was more than one check looks at: the oldest part is not compared.',
  counts: (counts: ReconciliationCounts) =>
    `${plural(counts.payments, 'payment')}, ${plural(counts.orders, 'order')}, ${plural(counts.refunds, 'refund')} and ${plural(counts.pages, 'payment page')} compared.`,
  foreign: (foreign: number) =>
    `${plural(foreign, 'payment')} at the provider ${foreign === 1 ? 'was' : 'were'} not requested by this shop.`,
  seeded: (seeded: number) =>
    `${plural(seeded, 'order')} of the demo ${seeded === 1 ? 'was' : 'were'} never paid.`,
  span: (from: string, to: string) => `From ${from} to ${to}`,
  earlier: 'Earlier checks',
  when: 'When',
  by: 'Asked by',
  nightly: 'Every night',
  result: 'Result',
} as const

/** What was compared, and what is left out of it. */
export const countSentences = (counts: ReconciliationCounts): string[] => [
  reconciliationCopy.counts(counts),
  ...(counts.foreign > 0 ? [reconciliationCopy.foreign(counts.foreign)] : []),
  ...(counts.seeded > 0 ? [reconciliationCopy.seeded(counts.seeded)] : []),
]
