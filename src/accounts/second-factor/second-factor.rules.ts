/** The second factor of staff: codes of an authenticator app (RFC 6238), or recovery codes. */
export const secondFactor = {
  /** Length of a time step, in seconds. */
  period: 30,
  /** How far the clock of the phone may be off, in steps. */
  window: 3,
  /** Within how many steps a code still says that the clock is off. */
  driftWindow: 40,
  recoveryCodes: 10,
  /** Minutes within which a set-up has to be finished; until then its secret can be shown again. */
  setUpMinutes: 15,
  /** Minutes after which actions that cannot be undone ask for a code again. */
  freshMinutes: 15,
  /** Days between requiring it of all staff and refusing the admin without it. */
  graceDays: 7,
} as const

/**
 * `max` wrong codes within `minutes` lock a second factor for `minutes`. Networks with a recent right
 * code are counted each by itself, all others together.
 */
export const wrongCodeLimit = { minutes: 15, max: 5 } as const

/** Days for which a network has its own counter after a right code. */
export const knownNetworkDays = 90

/** Least hours between two emails about a locked second factor. */
export const lockNoticeHours = 24

type EnteredCode = { kind: 'app' | 'recovery'; code: string }

/** Reads what a user typed: six digits, or a recovery code such as `K7QX-M2PD-9RTA`. */
export function readCode(text: string): EnteredCode | null {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(bare)) return { kind: 'app', code: bare }
  return /^[A-Z2-9]{12}$/.test(bare) ? { kind: 'recovery', code: bare } : null
}

/** `K7QXM2PD9RTA` → `K7QX-M2PD-9RTA` */
export const writtenCode = (code: string): string => code.match(/.{4}/g)!.join('-')

/** Whether a set-up begun at that moment may still be finished. */
export const isSetUpOpen = (begunAt: Date, now: Date): boolean =>
  now.getTime() - begunAt.getTime() <= secondFactor.setUpMinutes * 60_000

/** Whether a code was entered recently enough not to be required again. */
export const isFactorFresh = (enteredAt: Date | null, now: Date): boolean =>
  enteredAt !== null && now.getTime() - enteredAt.getTime() <= secondFactor.freshMinutes * 60_000
