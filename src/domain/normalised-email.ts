/**
 * Trimmed and in lower case: one person, one address. Only the letters A to Z are lowered, because
 * Unicode lowers some foreign letters to plain ones (the Kelvin sign to `k`), and then two people
 * would share an address.
 */
export const normalisedEmail = (text: string): string =>
  text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
