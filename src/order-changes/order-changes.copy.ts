import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import type { WhyNoChange } from './order-changes.rules.ts'
import { mostChanges } from './order-changes.rules.ts'

/** Why an order can't be changed, on its page and where it is tried nevertheless: as its buyer and as staff read it. */
export const whyNoChangeText = {
  buyer: {
    over: 'This order can no longer be changed.',
    'handed-over':
      'It has been handed over for shipping, so it can’t be changed here anymore. Call us, or redirect it with the carrier.',
    'partly-sent':
      'A shipment of this order has already left. Write or call us to change what is still here.',
    appointment: 'Your order is ready for its pickup. Write or call us to change it.',
    'under-review': 'We are reviewing this order. Write or call us to change it.',
    'too-many': `This order was changed ${inWords(mostChanges)} times already. Write or call us to change it again.`,
    split: 'Your order ships in two parts. Write or call us to change it.',
  },
  staff: {
    over: 'This order can no longer be changed.',
    'handed-over':
      'It has been handed over for shipping. Ask the carrier to redirect it, or the shipper to stop it.',
    'partly-sent':
      'A shipment of it has already left. Hold what is still here on the page of its shipment.',
    appointment: 'It is ready for its pickup. Agree on another time under Pickups.',
    'under-review': 'It has a flag to settle first, or a dispute that is open or lost.',
    'too-many': `It was changed ${inWords(mostChanges)} times already, which is the most.`,
    split: 'It ships in two parts. Combine them first.',
  },
} as const satisfies Record<'buyer' | 'staff', Record<WhyNoChange, string>>

export const changedMeanwhileText =
  'This order was changed in the meantime. Here is how it stands now.'

/** Instead of a third cancellation, or to it. */
export const cancelledOftenText =
  'You have canceled two orders already. Please write or call to cancel this one.'

/** `2 × 2022 Malbec, 3-pack of 750ml and 1 × 2021 Malbec, bottle` */
export const winesText = (
  lines: readonly { productId: string; description: string }[],
  units: Readonly<Record<string, number>>,
) =>
  lines
    .filter(({ productId }) => (units[productId] ?? 0) > 0)
    .map(({ productId, description }) => `${units[productId]} × ${description}`)
    .join(' and ')

/** `2 cases` */
export const casesText = (cases: number) => `${cases} case${cases === 1 ? '' : 's'}`

/** What another shipping method costs or refunds, and that a pickup ends a gift: it is in the buyer's own name. */
export function methodText(
  { method, cents }: { method: ShippingMethod; cents: Cents },
  { isGift }: { isGift: boolean },
): string {
  const ends = isGift && method === 'pickup' ? '; it is no longer a gift' : ''
  if (cents === 0) return `At the same price${ends}`
  return cents > 0
    ? `${formatAmount(cents)} more, paid on the next page`
    : `${formatAmount(-cents)} is refunded${ends}`
}
