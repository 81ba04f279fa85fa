/** The second factor of staff: codes of an authenticator app (RFC 6238), or recovery codes. */
export const secondFactor = {
  /** Length of a time step, in seconds. */
  period: 30,
  /** How far the clock of the phone may be off, in steps. */
  window: 3,
  /** Within how many steps a code still says that the clock is off. */
  driftWindow: 40,
  recoveryCodes: 10,
  /** Minutes within which a set-up is finished: until then its secret is shown without the password. */
  setUpMinutes: 15,
  /** Minutes after which actions that cannot be undone ask for a code again. */
  freshMinutes: 15,
  /** Days between requiring it of all staff and refusing the admin without it. */
  graceDays: 7,
} as const

/**
 * So many wrong codes in so many minutes lock a second factor for as long: from each network that a
 * right code came from lately, and from all other networks together.
 */
export const wrongCodeLimit = { minutes: 15, max: 5 } as const

/** For so many days after a right code its network has a counter of its own. */
export const knownNetworkDays = 90

/** At most once in so many hours somebody is told that their second factor is locked. */
export const lockNoticeHours = 24

export type EnteredCode = { kind: 'app' | 'recovery'; code: string }

/** Reads what a user typed: six digits, or a recovery code such as `K7QX-M2PD-9RTA`. */
export function readCode(text: string): EnteredCode | null {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(bare)) return { kind: 'app', code: bare }
  return /^[A-Z2-9]{12}$/.test(bare) ? { kind: 'recovery', code: bare } : null
}

/** `K7QXM2PD9RTA` → `K7QX-M2PD-9RTA` */
export const writtenCode = (code: string): string => code.match(/.{4}/g)!.join('-')

/** Whether a set-up that was begun then may still be finished. */
export const isSetUpOpen = (begunAt: Date, now: Date): boolean =>
  now.getTime() - begunAt.getTime() <= secondFactor.setUpMinutes * 60_000

/** Whether a code was entered in this login session so recently that it need not be asked again. */
export const isFactorFresh = (enteredAt: Date | null, now: Date): boolean =>
  enteredAt !== null && now.getTime() - enteredAt.getTime() <= secondFactor.freshMinutes * 60_000
