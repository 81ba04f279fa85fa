import { z } from 'zod'

import type { TypedGift } from '#catalogue/destinations/gift.rules.ts'
import { eachGiftField, giftFieldNames } from '#catalogue/destinations/gift.rules.ts'

const text = z.string().max(2_000)

/** Who receives a purchase as a gift; read with its rules when the checkout is opened. */
export const giftFields = {
  giftName: text.optional().describe('Another adult at the address, who signs for the wine.'),
  giftPhone: text.optional(),
  giftNote: text.optional().describe('Printed on the packing slip.'),
} satisfies Record<(typeof giftFieldNames)[keyof TypedGift], z.ZodType>

export const giftIn = (
  sent: Partial<Record<keyof typeof giftFields, string | undefined>>,
): TypedGift => eachGiftField((field) => sent[giftFieldNames[field]] ?? '')
