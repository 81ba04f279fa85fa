declare const brand: unique symbol

/** Text that may stand in a mail header: one line; `headerText` is the only way to get one. */
export type HeaderText = string & { readonly [brand]: 'header-text' }

/** Longest header line we write; mail clients show far less. */
const longest = 200

/**
 * The text on one line, without control characters and line separators: nobody's name or message
 * can start a header of its own.
 */
export const headerText = (text: string): HeaderText =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '') as HeaderText
