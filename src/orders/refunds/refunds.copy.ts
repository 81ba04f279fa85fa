import { aloneAmounts, orderAmounts } from '#catalogue/prices/amounts.rules.ts'
import type { WhyNotRefundable } from '#payments/after-sale.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import type { FlagReason } from '../flags/flag-reasons.copy.ts'
import { orderLine } from '../order/admin-orders.copy.ts'
import type { RefundPurpose } from './refund-purpose.rules.ts'
import type { RefundedBox } from './refunded-box.rules.ts'

/**
 * Why the shop refunded a payment by itself, by the order's flag, as the buyer's email says it. Staff type their
 * reason; what the money is for is the refund's purpose.
 */
const refundReason: Partial<Record<FlagReason, string>> = {
  'stock-gone': 'The last cases sold before your payment reached us, and we are sorry.',
  'amount-short': 'Your payment did not cover the price of the order, so we can’t send it.',
}
export const refundReasonOf = (flag: FlagReason | null): string =>
  (flag && refundReason[flag]) ?? 'We can’t fill this order, and we are sorry.'

/** Refunded in the provider's own dashboard. */
export const refundedByHand = 'If you did not expect it, please write to us.'

export const otherWaits =
  'A refund or replacement of this order is waiting for a second person. Decide that one first.'

/** To staff who act on an order of their own. */
export const ownOrder =
  'This order belongs to you or to an account merged with yours. A colleague has to do this.'

/** Why an order can't be refunded, where its form would be and where it was sent nevertheless. */
export const whyNotRefundableText = {
  'no-payment': 'This order has no payment at the payment provider.',
  disputed:
    'The buyer disputes this payment with their bank, so it cannot be refunded here. The bank decides about the money.',
  'dispute-lost':
    'The buyer’s bank decided for the buyer and took the disputed amount back, so it cannot be refunded here.',
  'nothing-left': 'The full amount has been refunded, or is about to be.',
} as const satisfies Record<WhyNotRefundable, string>

const aloneNames = aloneAmounts.map((amount) => orderAmounts[amount].short.toLowerCase())

export const refundedBefore = `Some of that wine or ${aloneNames.join(' or ')} has been refunded already.`
export const refundedMeanwhile =
  'Another refund of this order was made in the meantime. Please review this one again.'
export const nothingOfIt = `The ${aloneNames.join(' or ')} has been refunded already, or was free.`

/** What happens to a box on its way, where it is asked, confirmed, approved and noted. */
export const refundedBoxText = {
  stop: 'The shipper is asked to stop it; the order stays flagged until it is back',
  'comes-back': 'It comes back to us; the order stays flagged until it is',
  stays: 'The buyer keeps it',
} as const satisfies Record<RefundedBox, string>

/** `1 × 2022 Malbec, 3-pack of 750ml: $482.63`, `Shipping: $35.00`, `Goodwill: $20.00` */
export function purposeText(
  { wines, goodwillCents, ...alone }: RefundPurpose,
  lines: readonly { productId: string; description: string }[],
): string[] {
  const bought = Object.entries(wines).map(([id, { units, wineCents, taxCents }]) => {
    const { description = id } = lines.find(({ productId }) => productId === id) ?? {}
    return `${orderLine(units, description)}: ${formatAmount(wineCents + taxCents)}`
  })
  return [
    ...bought,
    ...aloneAmounts.flatMap((amount) => {
      const cents = alone[amount] ?? 0
      return cents > 0 ? [`${orderAmounts[amount].short}: ${formatAmount(cents)}`] : []
    }),
    ...(goodwillCents > 0 ? [`Goodwill: ${formatAmount(goodwillCents)}`] : []),
    ...(goodwillCents < 0 ? [`Less goodwill: ${formatAmount(goodwillCents)}`] : []),
  ]
}

/** Back to stock: nothing, or to whom. */
export const noStock = 'Nothing'
export const wineStays =
  'Wine that does not return to stock stays in the order, and is sent if it was not sent yet.'
export const intoAllocation = 'to the buyer’s allocation'
