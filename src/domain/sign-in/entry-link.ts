/** What a link in an email opens: a limited login session for a purchase, or a full one. */
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

/** Lifetimes in minutes. A purchase link ends with its release or grant, and at the latest then. */
export const entryMinutes = {
  login: 15,
  purchaseAtMost: 21 * 24 * 60,
  limitedSession: 12 * 60,
} as const

/** When a purchase link ends: with what it is for, but within 21 days. */
export function purchaseLinkEnds(now: Date, until: Date | null): Date {
  const latest = new Date(now.getTime() + entryMinutes.purchaseAtMost * 60_000)
  return until && until < latest ? until : latest
}

/** The text of a token: 256 bits in base64url. A mail program may have cut it. */
export const isWholeToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** The name on the button: the first name and the initial of the last, empty where there is none. */
export function shortName({ firstName, lastName }: { firstName: string; lastName: string }) {
  const [initial] = lastName.trim()
  return [firstName.trim(), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}
