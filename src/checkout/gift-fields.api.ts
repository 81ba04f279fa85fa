import { z } from 'zod'

import type { TypedGift } from './open-checkout.actions.server.ts'

const text = z.string().max(2_000)

/** Who receives a purchase as a gift; read with its rules when the checkout is opened. */
export const giftFields = {
  giftName: text.optional().describe('Another adult at the address, who signs for the wine.'),
  giftPhone: text.optional(),
  giftNote: text.optional().describe('Printed on the packing slip.'),
}

export const giftIn = ({
  giftName = '',
  giftPhone = '',
  giftNote = '',
}: Partial<Record<keyof typeof giftFields, string | undefined>>): TypedGift => ({
  name: giftName,
  phone: giftPhone,
  note: giftNote,
})
