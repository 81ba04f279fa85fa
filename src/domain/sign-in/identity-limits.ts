/** At most `max` attempts in a window of `minutes` that begins with the first of them. */
export type Limit = { minutes: number; max: number }

/** How many times as often a wide network (an IPv6 /48) may try as a narrow one (its /64s). */
export const wideNetworkFactor = 8

/**
 * Rate limits per account and per network (`…-source`). Only wrong passwords count against an
 * account. Recovery has no limit that an outsider could use up in the owner's name: beyond it the
 * response is the same, and the links that were sent go on working.
 */
export const identityLimits = {
  'sign-in-account': { minutes: 15, max: 10 },
  'sign-in-source': { minutes: 15, max: 100 },
  'register-source': { minutes: 60, max: 300 },
  'recovery-source': { minutes: 60, max: 60 },
  'recovery-emails': { minutes: 60, max: 5 },
  'link-source': { minutes: 15, max: 60 },
  /** Emails with a link: to sign in, and a fresh one for another browser. */
  'login-links': { minutes: 60, max: 5 },
  'fresh-links': { minutes: 60, max: 3 },
  'password-check': { minutes: 15, max: 10 },
  /** A challenge is answered once; longer than one lives. */
  'passkey-challenge': { minutes: 15, max: 1 },
  'change-emails': { minutes: 60, max: 5 },
  'report-source': { minutes: 15, max: 60 },
  'kept-form-source': { minutes: 15, max: 30 },
  'kept-forms': { minutes: 15, max: 30 },
} as const satisfies Record<string, Limit>

export type IdentityLimit = keyof typeof identityLimits
