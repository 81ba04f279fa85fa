import { tidyName } from '#domain/people/person-name.ts'

/** Of one account; more would be a list that nobody keeps track of. */
export const mostPasskeys = 10

export const longestPasskeyName = 40

/** A name on one line that fits; `fallback` where nothing is left of it. */
export const passkeyName = (typed: string, fallback: string): string =>
  [...(tidyName(typed) || fallback)].slice(0, longestPasskeyName).join('').trim()
