import { tidyName } from '#platform/text/person-name.rules.ts'

/** Most passkeys of one account. */
export const mostPasskeys = 10

export const longestPasskeyName = 40

/** A name on one line, cut to its longest length; `fallback` where it is empty. */
export const passkeyName = (typed: string, fallback: string): string =>
  [...(tidyName(typed) || fallback)].slice(0, longestPasskeyName).join('').trim()
