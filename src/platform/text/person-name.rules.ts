/** Longest first or last name of a customer, in characters. */
export const longestName = 30

/** First word of a full name (`'Ana María Ruiz'` → `'Ana'`). */
export const firstWord = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? ''

/** What mailing programs fill in, such as `{FNAME}`, `*|FNAME|*` or `%NAME%`, and no name has. */
const mergeTag = /[{}[\]<>|*%$#=]/

export const isMergeTag = (name: string): boolean => mergeTag.test(name)

/** What mail programs make a link or a call of, of letters and signs in their plain form (NFKC). */
const link = /[:\\/@]|[.。]\p{L}[\p{L}\p{N}-]|\d{4}|(?:\d\D{0,3}){6}/u

/**
 * Whether a name may stand in the greeting or the subject of an email: anybody can type any name beside
 * the address of somebody else.
 */
export const isGreetable = (name: string): boolean =>
  name.trim() !== '' && !link.test(name.normalize('NFKC')) && !isMergeTag(name)
