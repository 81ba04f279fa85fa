import { z } from 'zod'

/** What the props of many emails have. */
export const text = z.string()
export const cents = z.number().int()
export const count = z.number().int()
export const link = z.url({ protocol: /^https?$/ })
export const named = z.object({ firstName: text })
export const person = named.extend({ email: text })
