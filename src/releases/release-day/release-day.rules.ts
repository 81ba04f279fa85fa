import type { Phase } from '#catalogue/on-sale/release.rules.ts'
import type { Processes } from '#platform/processes/process-report.rules.ts'

/** The figures that the warnings of a release day are evaluated on. */
export type ReleaseDayFigures = {
  phase: Phase
  ordersInFiveMinutes: number
  paymentPagesOpen: number
  /** Seconds; null while none waits. */
  receiptsWaiting: number | null
  processes: Processes
}

/** Thresholds of the warnings, in seconds, milliseconds and counts. */
const releaseDayLimits = {
  receiptsWaiting: 120,
  p95: 1_500,
  providerFailures: 3,
  /** Open payment pages from which on five minutes without an order are a warning. */
  openPagesWithoutOrder: 10,
} as const

/** The conditions of the warnings, the most urgent first. */
const rules = {
  'no-process-ready': ({ processes }) => processes.ready === 0,
  'process-missing': ({ processes }) =>
    processes.ready > 0 && processes.missing + processes.notReady > 0,
  'provider-failing': ({ processes }) =>
    processes.providerFailures >= releaseDayLimits.providerFailures,
  'nobody-pays': ({ phase, paymentPagesOpen, ordersInFiveMinutes }) =>
    phase === 'open' &&
    ordersInFiveMinutes === 0 &&
    paymentPagesOpen >= releaseDayLimits.openPagesWithoutOrder,
  paused: ({ phase }) => phase === 'paused',
  'receipts-wait': ({ receiptsWaiting }) =>
    (receiptsWaiting ?? 0) > releaseDayLimits.receiptsWaiting,
  'pages-slow': ({ processes }) => (processes.slowest?.p95 ?? 0) > releaseDayLimits.p95,
} as const satisfies Record<string, (figures: ReleaseDayFigures) => boolean>

export type ReleaseDayWarning = keyof typeof rules
export const releaseDayWarnings = Object.keys(rules) as ReleaseDayWarning[]

/** The warnings that hold, the most urgent first. */
export const warningsOf = (figures: ReleaseDayFigures): ReleaseDayWarning[] =>
  releaseDayWarnings.filter((warning) => rules[warning](figures))
