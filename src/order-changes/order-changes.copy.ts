import type { WhyNoChange } from './order-changes.rules.ts'

/** Why an order can't be changed, on its page and where it is tried nevertheless. */
export const whyNoChangeText = {
  over: 'There is nothing left to change about this order.',
  'handed-over':
    'It was handed to our shipper, so it can’t be changed here any more. Call us, or redirect it with the carrier.',
  appointment: 'A time to collect it is agreed. Please write or call to change this order.',
  'under-review':
    'We are looking at this order ourselves right now. Please write or call to change it.',
  'too-many': 'This order was changed ten times already. Please write or call for another change.',
  split: 'Your order goes in two shipments. Please write or call to change it.',
} as const satisfies Record<WhyNoChange, string>

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
