import type { WhyNoChange } from './order-changes.rules.ts'

/** Why an order can't be changed, on its page and where it is tried nevertheless. */
export const whyNoChangeText = {
  over: 'This order can no longer be changed.',
  'handed-over':
    'It has been handed over for shipping, so it can’t be changed here anymore. Call us, or redirect it with the carrier.',
  appointment: 'Your pickup is arranged. Write or call us to change this order.',
  'under-review': 'We are reviewing this order. Write or call us to change it.',
  'too-many': 'This order was changed ten times already. Write or call us to change it again.',
  split: 'Your order ships in two parts. Write or call us to change it.',
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
