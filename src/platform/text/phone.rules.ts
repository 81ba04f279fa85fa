import { typedText } from './typed-text.rules.ts'

/** The address of a link that calls this number. */
export const callTo = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/** A stored phone number as people read it: `(212) 555-0147`. One of another country stays as it is. */
export const phoneText = (stored: string): string =>
  stored.replace(/^(?:\+?1)?([2-9]\d\d)(\d{3})(\d{4})$/, '($1) $2-$3')

/**
 * A phone number as it is typed or pasted, without what stands between its digits: phones copy numbers
 * with their own hyphens and with characters that nobody sees.
 */
export const typedPhone = (text: string): string =>
  typedText(text).replaceAll(/[\s().+\p{Dash_Punctuation}]/gu, '')
