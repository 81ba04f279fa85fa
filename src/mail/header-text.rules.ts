declare const brand: unique symbol

/** Text for an email header, on one line; only `headerText` makes one. */
export type HeaderText = string & { readonly [brand]: 'header-text' }

/** Longest header line; mail clients show far less. */
const longest = 200

/**
 * The text on one line, without control characters and line separators, so that no name or message
 * can start another header (header injection).
 */
export const headerText = (text: string): HeaderText =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '') as HeaderText
