/** Longest address the forms take (specification, section 5). */
export const maxEmailLength = 80

declare const brand: unique symbol

/** An address that was checked and normalised; `emailAddress` is the only way to get one. */
export type EmailAddress = string & { readonly [brand]: 'email-address' }

/** RFC 5321: the words of a local part without quotes, and labels of a domain, of which the last is no number. */
const pattern =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * True for a normalised address that mail can be sent to, of at most 254 characters (RFC 5321); line breaks and
 * the like never pass.
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text)

/** The normalised address, or null when mail can't be sent to it. */
export function emailAddress(text: string): EmailAddress | null {
  const address = normalisedEmail(text)
  return isEmailAddress(address) ? (address as EmailAddress) : null
}

/**
 * The address trimmed and in lower case, its domain as the mail system writes it (`xn--…`), so that one
 * person has one address. Of the local part only A to Z are lowered: Unicode lowers some foreign letters to
 * ASCII ones (the Kelvin sign to `k`), and two people would share an address.
 */
export function normalisedEmail(text: string): string {
  const address = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const at = address.lastIndexOf('@')
  return at === -1 ? address : address.slice(0, at + 1) + asciiDomain(address.slice(at + 1))
}

/** A domain with letters beyond ASCII in its ASCII form (IDNA); other text, and what is no domain, as it is. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || /[^\p{L}\p{N}\p{M}.-]/u.test(domain)) return domain
  return URL.parse(`http://${domain}`)?.hostname ?? domain
}
