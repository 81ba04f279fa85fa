import * as z from 'zod/mini'

/** Longest address the forms take (specification, section 5). */
export const maxEmailLength = 80

declare const brand: unique symbol

/** An address that was checked and normalised; `emailAddress` is the only way to get one. */
export type EmailAddress = string & { readonly [brand]: 'email-address' }

/** RFC 5321: 254 characters in all, 64 before the @. */
const schema = z.email().check(z.maxLength(254), z.regex(/^[^@]{1,64}@/))

/** True for an address that mail can be sent to; line breaks and the like never pass. */
export const isEmailAddress = (text: string): boolean => schema.safeParse(text).success

/** The normalised address, or null when mail can't be sent to it. */
export function emailAddress(text: string): EmailAddress | null {
  const address = normalisedEmail(text)
  return isEmailAddress(address) ? (address as EmailAddress) : null
}

/**
 * The address trimmed and in lower case, so that one person has one address. Only A to Z are
 * lowered: Unicode lowers some foreign letters to ASCII ones (the Kelvin sign to `k`), and two
 * people would share an address.
 */
export const normalisedEmail = (text: string): string =>
  text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
