/** The figures that alarms are evaluated on: of the shop as a whole, the same in every process. */
export type AlarmFigures = {
  unsettledEvents: number
  /** Seconds. */
  mailsOverdue: number
  /** Seconds since a campaign that is being sent last made progress. */
  campaign: { silence: number }
  jobs: { failed: number }
  /** Seconds; null where no carrier is asked. */
  carrierSilence: number | null
  invalidCarrierResponses: number
  tasks: { repaired: number }
  release: { promisedUnits: { overdue: number }; differing: { promised: number; held: number } }
  /** Checkouts that hold stock while they are paid. */
  holdsOpen: number
  /** Of the last hour. */
  ordersByChannel: Partial<Record<string, number>>
  /** Releases that opened half an hour to two hours ago and have no order. */
  releasesUnbought: number
  /** Of all processes that report: failures and errors of the last five minutes, the others just now. */
  processes: {
    providerFailures: number
    serverErrors: number
    loopDelay: number
    connectionsWaitedFor: number
  }
  /** Minutes before this evaluation in which no process ran or reached the database. */
  minutesAway: number
}

type Rule = {
  isBad: (figures: AlarmFigures) => boolean
  /** Minutes for which the condition must hold before the alarm is raised. */
  after: number
}

/**
 * The alarms of `docs/operations.md` that the shop raises itself, from figures in the database. Orders
 * to review and failed emails are tasks of their own.
 */
const rules = {
  'database-away': { isBad: ({ minutesAway }) => minutesAway >= 3, after: 0 },
  'events-unsettled': { isBad: ({ unsettledEvents }) => unsettledEvents > 0, after: 10 },
  'provider-failing': {
    isBad: ({ processes }) => processes.providerFailures >= 3,
    after: 5,
  },
  'server-errors': { isBad: ({ processes }) => processes.serverErrors >= 5, after: 0 },
  'emails-overdue': {
    isBad: ({ mailsOverdue, campaign }) => mailsOverdue > 600 || campaign.silence > 600,
    after: 0,
  },
  'jobs-failed': { isBad: ({ jobs }) => jobs.failed > 0, after: 0 },
  'carrier-silent': {
    isBad: ({ carrierSilence }) => carrierSilence !== null && carrierSilence > 86_400,
    after: 0,
  },
  // Stored with alarms and tasks under its first name.
  'carrier-nonsense': {
    isBad: ({ invalidCarrierResponses }) => invalidCarrierResponses > 20,
    after: 0,
  },
  'tasks-repaired': { isBad: ({ tasks }) => tasks.repaired > 0, after: 0 },
  'promises-overdue': { isBad: ({ release }) => release.promisedUnits.overdue > 0, after: 5 },
  'promises-differ': {
    isBad: ({ release: { differing } }) => differing.promised + differing.held > 0,
    after: 0,
  },
  'process-busy': { isBad: ({ processes }) => processes.loopDelay > 1_000, after: 1 },
  'connections-used-up': {
    isBad: ({ processes }) => processes.connectionsWaitedFor > 0,
    after: 1,
  },
  'holds-unpaid': {
    isBad: ({ holdsOpen, ordersByChannel }) =>
      holdsOpen >= 10 && Object.values(ordersByChannel).every((count) => !count),
    after: 15,
  },
  'release-unbought': { isBad: ({ releasesUnbought }) => releasesUnbought > 0, after: 0 },
} as const satisfies Record<string, Rule>

export type AlarmCause = keyof typeof rules
export const alarmCauses = Object.keys(rules) as AlarmCause[]

export const isAlarmCause = (text: string): text is AlarmCause => Object.hasOwn(rules, text)

/** Whether the condition of a cause holds. */
export const isBad = (cause: AlarmCause, figures: AlarmFigures): boolean =>
  (rules[cause] as Rule).isBad(figures)

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

export type AlarmStep = {
  /** Null when there is no alarm, or it has ended. */
  state: AlarmState | null
  tell: 'raised' | 'again' | 'ended' | null
}

/** Minutes without its condition after which an alarm ends: an intermittent condition is one alarm. */
const quietMinutes = 10
const againHours = 4

const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000

/** The next state of a cause, and whether owners are notified. Evaluated once a minute. */
export function nextStep(
  cause: AlarmCause,
  state: AlarmState | null,
  { isThere, now }: { isThere: boolean; now: Date },
): AlarmStep {
  if (!state) {
    if (!isThere) return { state: null, tell: null }
    return nextStep(
      cause,
      { since: now, raisedAt: null, toldAt: null, quietSince: null },
      { isThere, now },
    )
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
    return minutesBetween(state.since, now) < rules[cause].after
      ? { state: there, tell: null }
      : { state: { ...there, raisedAt: now, toldAt: now }, tell: 'raised' }
  }
  return minutesBetween(state.toldAt!, now) >= againHours * 60
    ? { state: { ...there, toldAt: now }, tell: 'again' }
    : { state: there, tell: null }
}
