/** At most `max` attempts in a window of `minutes` that begins with the first of them. */
export type Limit = { minutes: number; max: number }

/** Limit of a wide network (an IPv6 /48), as a multiple of that of a narrow one (a /64). */
export const wideNetworkFactor = 8

/**
 * Rate limits per account and per network (`…-source`). Only wrong passwords count against an account; right
 * ones count against the account from one network. Emails count by address, so that deleting the account and
 * registering again begins no new count. Nobody can lock an owner out of recovery: beyond its limit the
 * response is the same, and links that were sent stay valid.
 */
export const identityLimits = {
  'sign-in-account': { minutes: 15, max: 10 },
  'sign-in-account-source': { minutes: 15, max: 40 },
  'sign-in-source': { minutes: 15, max: 100 },
  'register-source': { minutes: 60, max: 300 },
  'welcome-emails': { minutes: 1440, max: 3 },
  'recovery-source': { minutes: 60, max: 60 },
  'recovery-emails': { minutes: 60, max: 5 },
  'link-source': { minutes: 15, max: 60 },
  /** Emails with a link: to sign in, and a fresh one for another browser. */
  'login-links': { minutes: 60, max: 5 },
  'fresh-links': { minutes: 60, max: 3 },
  'password-check': { minutes: 15, max: 10 },
  /** A challenge is used once; the window is longer than its lifetime. */
  'passkey-challenge': { minutes: 15, max: 1 },
  'change-emails': { minutes: 60, max: 5 },
  'report-source': { minutes: 15, max: 60 },
} as const satisfies Record<string, Limit>

export type IdentityLimit = keyof typeof identityLimits
