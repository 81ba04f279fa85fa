import type { ReconciliationCounts, Difference } from '#payments/reconciliation.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'

type Sentences = {
  [Kind in Difference['kind']]: (difference: Extract<Difference, { kind: Kind }>) => string
}

/** Each difference as a sentence. */
const sentences: Sentences = {
  'paid-without-order': ({ payment, amount }) =>
    `Payment ${payment} of ${formatAmount(amount)} was captured, and there is no order for it.`,
  'order-without-money': ({ order, payment, state }) =>
    `Order K-${order} is recorded as paid, and its payment ${payment} is ${state}.`,
  'order-without-payment': ({ order, payment }) =>
    payment === null
      ? `Order K-${order} has no payment of the provider recorded.`
      : `Order K-${order} has payment ${payment}, which the provider does not know.`,
  'amount-differs': ({ order, ours, theirs }) =>
    `Order K-${order} comes to ${formatAmount(ours)}, and ${formatAmount(theirs)} was captured.`,
  'refunded-differs': ({ order, ours, theirs }) =>
    `Of order K-${order} ${formatAmount(ours)} is recorded as refunded, and the provider refunded ${formatAmount(theirs)}.`,
  'dispute-unknown': ({ order, payment }) =>
    `Payment ${payment} is disputed, and order K-${order} has no record of it.`,
  'left-authorised': ({ payment, amount }) =>
    `${formatAmount(amount)} of payment ${payment} is authorized, and neither captured nor canceled.`,
  'refund-missing': ({ order, refund, amount }) =>
    `${formatAmount(amount)} of order K-${order} was refunded (${refund}), and no refund is recorded.`,
  'refund-differs': ({ order, refund, ours, theirs }) =>
    `Refund ${refund} of order K-${order} is recorded as ${formatAmount(ours)}, and was ${formatAmount(theirs)}.`,
  'refund-unknown-there': ({ order, refund }) =>
    `Refund ${refund} of order K-${order} is recorded as made, and the provider does not know it.`,
  'refund-waits': ({ order, amount }) =>
    `${formatAmount(amount)} of order K-${order} has waited for its refund for more than an hour.`,
  'page-left-open': ({ session }) =>
    `Checkout session ${session} can still be paid, and its stock hold is released.`,
  'hold-left-open': ({ checkout }) =>
    `Checkout ${checkout} still holds stock long after it expired.`,
  'held-differs': ({ wine, ours, counted }) =>
    `${count(ours)} of ${wine} are recorded as held, and open checkouts hold ${count(counted)}.`,
  'sold-differs': ({ wine, ours, counted }) =>
    `${count(ours)} of ${wine} are recorded as sold, and orders come to ${count(counted)}.`,
}

/** Each kind of difference in a few words. */
export const differenceName = {
  'paid-without-order': 'Payment without order',
  'order-without-money': 'Order without money',
  'order-without-payment': 'Order without payment',
  'amount-differs': 'Amount differs',
  'refunded-differs': 'Refunded amount differs',
  'dispute-unknown': 'Dispute not recorded',
  'left-authorised': 'Authorized, not captured',
  'refund-missing': 'Refund not recorded',
  'refund-differs': 'Refund differs',
  'refund-unknown-there': 'Refund unknown to the provider',
  'refund-waits': 'Refund waits',
  'page-left-open': 'Payment page left open',
  'hold-left-open': 'Stock hold left open',
  'held-differs': 'Held stock differs',
  'sold-differs': 'Sold stock differs',
} as const satisfies Record<Difference['kind'], string>

export const differenceSentence = (difference: Difference): string =>
  (sentences[difference.kind] as (one: Difference) => string)(difference)

/** What the list of differences and its file both say. */
export const differenceColumns = { when: 'When', kind: 'Kind', difference: 'Difference' } as const

/** What the page and the command both say. */
export const reconciliationCopy = {
  agree: 'No differences.',
  differ: (differences: number) => plural(differences, 'difference'),
  failed: 'The reconciliation failed. The shop’s log says why.',
  notWhole: 'There were too many records for one reconciliation, so the oldest were not compared.',
} as const

/** What was compared, and what is left out of it. */
export function countSentences(counts: ReconciliationCounts): string[] {
  const { payments, orders, refunds, pages, foreign, seeded } = counts
  return [
    `${plural(payments, 'payment')}, ${plural(orders, 'order')}, ${plural(refunds, 'refund')} and ${plural(pages, 'payment page')} compared.`,
    ...(foreign > 0
      ? [
          `${plural(foreign, 'payment')} at the provider ${foreign === 1 ? 'was' : 'were'} not requested by this shop.`,
        ]
      : []),
    ...(seeded > 0
      ? [`${plural(seeded, 'order')} of the demo ${seeded === 1 ? 'was' : 'were'} never paid.`]
      : []),
  ]
}
