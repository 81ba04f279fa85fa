/** A cause whose condition holds; it is an alarm once it is raised. */
export type AlarmState = {
  /** When its condition began to hold. */
  since: Date
  raisedAt: Date | null
  /** When owners were last notified. */
  toldAt: Date | null
  /** When its condition ceased to hold, while the alarm is still raised. */
  quietSince: Date | null
}

type AlarmStep = {
  /** Null when there is no alarm, or it has ended. */
  state: AlarmState | null
  tell: 'raised' | 'again' | 'ended' | null
}

/** Minutes without its condition after which an alarm ends: an intermittent condition is one alarm. */
export const quietMinutes = 10
/** Hours after which owners are told again of an alarm that lasts. */
export const againHours = 4

const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000

/**
 * The next state of a cause, and whether owners are notified. Evaluated once a minute. `after` is how many
 * minutes its condition must hold.
 */
export function nextStep(
  state: AlarmState | null,
  { isThere, now, after }: { isThere: boolean; now: Date; after: number },
): AlarmStep {
  if (!state) {
    if (!isThere) return { state: null, tell: null }
    const begun = { since: now, raisedAt: null, toldAt: null, quietSince: null }
    return nextStep(begun, { isThere, now, after })
  }
  if (!isThere) {
    // A condition that ended before the alarm was raised starts over.
    if (!state.raisedAt) return { state: null, tell: null }
    const quietSince = state.quietSince ?? now
    return minutesBetween(quietSince, now) >= quietMinutes
      ? { state: null, tell: 'ended' }
      : { state: { ...state, quietSince }, tell: null }
  }
  const there = { ...state, quietSince: null }
  if (!state.raisedAt) {
    return minutesBetween(state.since, now) < after
      ? { state: there, tell: null }
      : { state: { ...there, raisedAt: now, toldAt: now }, tell: 'raised' }
  }
  return minutesBetween(state.toldAt!, now) >= againHours * 60
    ? { state: { ...there, toldAt: now }, tell: 'again' }
    : { state: there, tell: null }
}
