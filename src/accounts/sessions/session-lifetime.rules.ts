const minute = 60
const day = 24 * 60 * minute

/** Lifetime of login sessions, in seconds. Renewal is as section 9 of the specification says. */
export const loginSessionLifetime = {
  lasts: 30 * day,
  /** Absolute maximum, however much it is used. */
  atMost: 180 * day,
  /** A login session in use is renewed once a day … */
  renewedEvery: day,
  /** … and in any case this long before it expires. */
  renewedAhead: 5 * minute,
  /** It counts as ended this early, so that none expires during a request. */
  endsEarly: 30,
  /** An account without a password needs no re-authentication this long after signing in. */
  freshFor: 10 * minute,
} as const

/** The state of a login session: ended, due for renewal, or neither. */
export function sessionStatus(
  session: { beganAt: Date; renewedAt: Date; expiresAt: Date },
  now: Date,
): 'ended' | 'due' | 'good' {
  const left = (session.expiresAt.getTime() - now.getTime()) / 1000
  const total = (now.getTime() - session.beganAt.getTime()) / 1000
  if (left <= loginSessionLifetime.endsEarly || total >= loginSessionLifetime.atMost) return 'ended'
  const age = (now.getTime() - session.renewedAt.getTime()) / 1000
  return age >= loginSessionLifetime.renewedEvery || left <= loginSessionLifetime.renewedAhead
    ? 'due'
    : 'good'
}

/** How long the browser waits for a response, in milliseconds (specification, section 9). */
export const sessionResponseTimeout = { desktop: 30_000, mobile: 60_000 } as const
