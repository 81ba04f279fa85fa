/** The last report of a process. */
export type ProcessReport = {
  id: string
  /** Seconds since this report. */
  seconds: number
  /** Seconds since it started. */
  startedSeconds: number
  notReady: string | null
  slowestRoute: string | null
  /** Milliseconds. */
  slowestP95: number | null
  /** The 99th percentile of the event loop's delay, in milliseconds. */
  loopDelay: number
  /** Requests that wait for a connection to the database. */
  connectionsWaitedFor: number
  providerFailures: number
  serverErrors: number
}

/** Seconds between two reports of a process. */
export const reportEvery = 5

/** Seconds without a report after which a process is overdue. */
export const overdueAfter = 20

/** Minutes after which the report of an overdue process is no longer read. */
export const forgottenAfterMinutes = 10

export type Processes = {
  ready: number
  /** Processes that report that they are not ready for requests. */
  notReady: number
  /** Overdue without an orderly stop, and not replaced by a process that started later. */
  missing: number
  /** The route with the longest p95 of any process that reports; null: too few requests. */
  slowest: { route: string; p95: number } | null
  /** The longest of any process that reports, in milliseconds. */
  loopDelay: number
  connectionsWaitedFor: number
  providerFailures: number
  serverErrors: number
}

/** The sum of all reports. Five-minute figures count only processes that still report. */
export function sumReports(reports: readonly ProcessReport[]): Processes {
  const current = reports.filter(({ seconds }) => seconds <= overdueAfter)
  const overdue = reports.filter(({ seconds }) => seconds > overdueAfter)
  // A process that started after the last report of the longest overdue one replaces one.
  const longestOverdue = Math.max(0, ...overdue.map(({ seconds }) => seconds))
  const replacing = current.filter(({ startedSeconds }) => startedSeconds < longestOverdue).length
  const ready = current.filter(({ notReady }) => notReady === null).length
  const sum = (figure: 'connectionsWaitedFor' | 'providerFailures' | 'serverErrors') =>
    current.reduce((total, report) => total + report[figure], 0)
  let slowest: Processes['slowest'] = null
  for (const { slowestRoute: route, slowestP95: p95 } of current) {
    if (route !== null && p95 !== null && p95 > (slowest?.p95 ?? -1)) slowest = { route, p95 }
  }
  return {
    ready,
    notReady: current.length - ready,
    missing: Math.max(0, overdue.length - replacing),
    slowest,
    loopDelay: Math.max(0, ...current.map(({ loopDelay }) => loopDelay)),
    connectionsWaitedFor: sum('connectionsWaitedFor'),
    providerFailures: sum('providerFailures'),
    serverErrors: sum('serverErrors'),
  }
}
