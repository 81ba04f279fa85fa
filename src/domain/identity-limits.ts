/** At most `max` attempts in a window of `minutes` that begins with the first of them. */
export type Limit = { minutes: number; max: number }

/**
 * How often things may be tried, per account and per source. Only wrong passwords count against an
 * account. Asking for recovery has no limit that an outsider could use up in the owner's name: past
 * the account's share the same answer is given and the letters already sent go on working.
 */
export const identityLimits = {
  'sign-in-account': { minutes: 15, max: 10 },
  'sign-in-source': { minutes: 15, max: 100 },
  'register-source': { minutes: 60, max: 300 },
  'recovery-source': { minutes: 60, max: 60 },
  'recovery-letters': { minutes: 60, max: 5 },
  'link-source': { minutes: 15, max: 60 },
  'password-check': { minutes: 15, max: 10 },
  'change-letters': { minutes: 60, max: 5 },
  'report-source': { minutes: 15, max: 60 },
} as const satisfies Record<string, Limit>

export type IdentityLimit = keyof typeof identityLimits
