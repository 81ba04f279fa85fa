import { z } from 'zod'

/**
 * Where the next page shows a message: above the page, below the sub-menu, in the cart's panel, above
 * an offer's form, or above an order's shipments.
 */
const places = ['page', 'content', 'cart', 'offer', 'shipments'] as const
export type FlashPlace = (typeof places)[number]

export const flashSchema = z.object({
  tone: z.enum(['info', 'good', 'bad']),
  sentence: z.string().max(500),
  at: z.enum(places).default('page'),
  /** The address that was typed, to be kept in the next form. */
  email: z.string().max(254).optional(),
})

/** A message that the page after a redirect shows once. */
export type Flash = z.infer<typeof flashSchema>

/** A message to be written; without a place it is shown above the page. */
export type NewFlash = z.input<typeof flashSchema>
