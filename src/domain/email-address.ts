import { z } from 'zod'

/** Longest address the forms take (specification, section 5). */
export const maxEmailLength = 80

/** Trimmed and in lower case: one person, one address. */
export const normalisedEmail = (text: string): string => text.trim().toLowerCase()

const schema = z.email()

/** True for an address that mail can be sent to; line breaks and the like never pass. */
export const isEmailAddress = (text: string): boolean => schema.safeParse(text).success
