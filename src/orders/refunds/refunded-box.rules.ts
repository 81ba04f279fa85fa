import { isOneOf } from '#platform/text/one-of.rules.ts'

/** What happens to a box in transit whose order is refunded in full, as staff choose. */
export const refundedBoxes = ['stop', 'comes-back', 'stays'] as const
export type RefundedBox = (typeof refundedBoxes)[number]

export const isRefundedBox = (text: unknown) => isOneOf(refundedBoxes, text)
