/** Purposes of links in emails: a limited login session for a purchase, or a full one. */
export const entryPurposes = ['purchase', 'login'] as const
export type EntryPurpose = (typeof entryPurposes)[number]

/** How a login session was opened. */
export const sessionOrigins = [
  'password',
  'google',
  'purchase-link',
  'login-link',
  'passkey',
] as const
export type SessionOrigin = (typeof sessionOrigins)[number]

/** Lifetimes in minutes. A purchase link also ends with its release or grant. */
export const entryMinutes = {
  login: 15,
  purchaseAtMost: 21 * 24 * 60,
  limitedSession: 12 * 60,
} as const

/** How long other links in emails are valid, in minutes. */
export const linkMinutes = { recovery: 60, address: 24 * 60 } as const

/** When a purchase link expires: `until` its release or grant ends, at most 21 days. */
export function purchaseLinkEnds(now: Date, until: Date | null): Date {
  const latest = new Date(now.getTime() + entryMinutes.purchaseAtMost * 60_000)
  return until && until < latest ? until : latest
}

/** A link as a browser's cookies keep it: a secret derived from its token, and the browser's id. */
export type HeldLink = { secret: string; browser: string }

/** Whether a token is complete: 256 bits in base64url, which mail programs may truncate. */
export const isWholeToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** The first name and the initial of the last name, for a button; empty without a name. */
export function shortName({ firstName, lastName }: { firstName: string; lastName: string }) {
  const [initial] = lastName.trim()
  return [firstName.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}
