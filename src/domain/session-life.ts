const minute = 60
const day = 24 * 60 * minute

/** How long sessions live, in seconds. The last two are section 9's of the specification. */
export const sessionLife = {
  lasts: 30 * day,
  /** However much it is used, it ends then: one has to log in again. */
  atMost: 180 * day,
  /** A session in use is renewed once a day … */
  renewedEvery: day,
  /** … and in any case this long before it ends. */
  renewedAhead: 5 * minute,
  /** It counts as ended this early, so that none runs out half-way through a request. */
  endsEarly: 30,
  /** Someone who signed in this recently need not prove again who they are. */
  freshFor: 10 * minute,
} as const

/** How a session stands: ended, in need of renewal, or neither. */
export function sessionStanding(
  session: { beganAt: Date; renewedAt: Date; expiresAt: Date },
  now: Date,
): 'ended' | 'due' | 'good' {
  const left = (session.expiresAt.getTime() - now.getTime()) / 1000
  const total = (now.getTime() - session.beganAt.getTime()) / 1000
  if (left <= sessionLife.endsEarly || total >= sessionLife.atMost) return 'ended'
  const age = (now.getTime() - session.renewedAt.getTime()) / 1000
  return age >= sessionLife.renewedEvery || left <= sessionLife.renewedAhead ? 'due' : 'good'
}

/** How long the browser waits for an answer, in milliseconds (specification, section 9). */
export const answerTimeout = { desktop: 30_000, mobile: 60_000 } as const
