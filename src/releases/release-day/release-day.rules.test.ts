import { expect, test } from 'vitest'

import type { ReleaseDayFigures } from './release-day.rules.ts'
import { releaseDayWarnings, warningsOf } from './release-day.rules.ts'

const well: ReleaseDayFigures = {
  phase: 'open',
  ordersInFiveMinutes: 40,
  paymentPagesOpen: 12,
  receiptsWaiting: 8,
  processes: {
    ready: 3,
    notReady: 0,
    missing: 0,
    slowest: { route: '/cart', p95: 80 },
    loopDelay: 0,
    connectionsWaitedFor: 0,
    providerFailures: 0,
    serverErrors: 0,
  },
}
const withProcesses = (changes: Partial<ReleaseDayFigures['processes']>) => ({
  ...well,
  processes: { ...well.processes, ...changes },
})

test('a release that goes well has no warning, nor one before it opens', () => {
  expect(warningsOf(well)).toEqual([])
  expect(warningsOf({ ...well, phase: 'before', ordersInFiveMinutes: 0 })).toEqual([])
})

const cases: Record<(typeof releaseDayWarnings)[number], ReleaseDayFigures> = {
  'no-process-ready': withProcesses({ ready: 0, notReady: 1 }),
  'process-missing': withProcesses({ ready: 2, missing: 1 }),
  'provider-failing': withProcesses({ providerFailures: 3 }),
  'nobody-pays': { ...well, ordersInFiveMinutes: 0 },
  paused: { ...well, phase: 'paused' },
  'receipts-wait': { ...well, receiptsWaiting: 121 },
  'pages-slow': withProcesses({ slowest: { route: '/cart', p95: 1_501 } }),
}

test.each(releaseDayWarnings)('%s is a warning by itself', (warning) => {
  expect(warningsOf(cases[warning])).toEqual([warning])
})

test.each([
  [{ ...well, ordersInFiveMinutes: 0, paymentPagesOpen: 9 }, []],
  [{ ...well, ordersInFiveMinutes: 0, paymentPagesOpen: 10 }, ['nobody-pays']],
  [{ ...well, receiptsWaiting: 120 }, []],
  [{ ...well, receiptsWaiting: null }, []],
  [withProcesses({ ready: 1, missing: 1, notReady: 1 }), ['process-missing']],
  [withProcesses({ ready: 2, notReady: 1 }), ['process-missing']],
  [withProcesses({ ready: 0, missing: 3 }), ['no-process-ready']],
  [withProcesses({ providerFailures: 2 }), []],
  [withProcesses({ slowest: { route: '/cart', p95: 1_500 } }), []],
  [withProcesses({ slowest: null }), []],
])('%j: %j', (figures, warnings) => {
  expect(warningsOf(figures)).toEqual(warnings)
})
