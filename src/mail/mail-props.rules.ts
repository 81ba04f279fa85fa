import { z } from 'zod'

/** What the props of many emails have. */
export const text = z.string()
export const cents = z.number().int()
export const count = z.number().int()
export const link = z.url({ protocol: /^https?$/ })
/** The wines that an email about an order begins with; emails queued by an earlier version have none. */
export const ordered = z.array(z.object({ description: text, quantity: count })).default([])
export const named = z.object({ firstName: text })
export const person = named.extend({ email: text })
/** Of a link that works for some minutes only. */
export const passingLink = named.extend({ link, minutes: z.number() })
