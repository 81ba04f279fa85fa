import { z } from 'zod'

import { normalisedEmail } from './normalised-email.ts'

/** Longest address the forms take (specification, section 5). */
export const maxEmailLength = 80

declare const brand: unique symbol

/** An address that was checked and normalised; `emailAddress` is the only way to get one. */
export type EmailAddress = string & { readonly [brand]: 'email-address' }

/** RFC 5321: 254 characters in all, 64 before the @. */
const schema = z
  .email()
  .max(254)
  .regex(/^[^@]{1,64}@/)

/** True for an address that mail can be sent to; line breaks and the like never pass. */
export const isEmailAddress = (text: string): boolean => schema.safeParse(text).success

/** The normalised address, or null when mail can't be sent to it. */
export function emailAddress(text: string): EmailAddress | null {
  const address = normalisedEmail(text)
  return isEmailAddress(address) ? (address as EmailAddress) : null
}
