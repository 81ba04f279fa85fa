/** What a process last said of itself. */
export type ProcessReport = {
  id: string
  /** Seconds since it said so. */
  seconds: number
  /** Seconds since it started. */
  startedSeconds: number
  notReady: string | null
  slowestRoute: string | null
  /** Milliseconds. */
  slowestP95: number | null
  providerFailures: number
  serverErrors: number
}

/** Every process reports so often, in seconds. */
export const reportEvery = 5

/** After so many seconds without a report a process counts as silent. */
export const silentAfter = 20

/** A silent process is forgotten after so many minutes. */
export const forgottenAfterMinutes = 10

export type Processes = {
  ready: number
  /** That report, and say that they should get no requests. */
  notReady: number
  /** That went silent without having stopped in order, and that no later one replaced. */
  missing: number
  /** The route with the longest p95 of any process that reports; null: too few requests. */
  slowest: { route: string; p95: number } | null
  providerFailures: number
  serverErrors: number
}

/** The reports of all processes, taken together: figures of five minutes are those of who still reports. */
export function takeTogether(reports: readonly ProcessReport[]): Processes {
  const heard = reports.filter(({ seconds }) => seconds <= silentAfter)
  const silent = reports.filter(({ seconds }) => seconds > silentAfter)
  // Started after the last report of the first that went silent: it took that one's place.
  const firstSilence = Math.max(0, ...silent.map(({ seconds }) => seconds))
  const replacing = heard.filter(({ startedSeconds }) => startedSeconds < firstSilence).length
  const ready = heard.filter(({ notReady }) => notReady === null).length
  const sum = (figure: 'providerFailures' | 'serverErrors') =>
    heard.reduce((total, report) => total + report[figure], 0)
  let slowest: Processes['slowest'] = null
  for (const { slowestRoute: route, slowestP95: p95 } of heard) {
    if (route !== null && p95 !== null && p95 > (slowest?.p95 ?? -1)) slowest = { route, p95 }
  }
  return {
    ready,
    notReady: heard.length - ready,
    missing: Math.max(0, silent.length - replacing),
    slowest,
    providerFailures: sum('providerFailures'),
    serverErrors: sum('serverErrors'),
  }
}
