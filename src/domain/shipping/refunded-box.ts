import { isOneOf } from '#domain/one-of.ts'

/** What happens to a box on its way whose order is refunded in full, as staff say. */
export const refundedBoxes = ['stop', 'comes-back', 'stays'] as const
export type RefundedBox = (typeof refundedBoxes)[number]

export const isRefundedBox = (text: unknown) => isOneOf(refundedBoxes, text)
