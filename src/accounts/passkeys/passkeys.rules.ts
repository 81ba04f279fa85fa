import { isGreetable } from '#platform/text/person-name.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

/** Most passkeys of one account. */
export const mostPasskeys = 10

export const longestPasskeyName = 40

/**
 * A name on one line, cut to its longest length; `fallback` where it is empty, or would be a link in the
 * emails that name it.
 */
export const passkeyName = (typed: string, fallback: string): string =>
  [...(isGreetable(typedLine(typed)) ? typedLine(typed) : fallback)]
    .slice(0, longestPasskeyName)
    .join('')
    .trim()
