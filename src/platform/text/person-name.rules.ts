/** Longest first or last name of a customer, in characters. */
export const longestName = 30

/** First word of a full name (`'Ana María Ruiz'` → `'Ana'`). */
export const firstWord = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? ''

/** The words after the first of a full name (`'Ana María Ruiz'` → `'María Ruiz'`), or `''`. */
export const laterWords = (fullName: string): string =>
  fullName.trim().split(/\s+/).slice(1).join(' ')

/** A name on one line without control characters or doubled spaces. */
export const tidyName = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
