import { expect, test } from 'vitest'

import type { ProcessReport } from './process-report.rules.ts'
import { sumReports } from './process-report.rules.ts'

const report = (changes: Partial<ProcessReport> = {}): ProcessReport => ({
  id: 'a',
  seconds: 2,
  startedSeconds: 3_600,
  notReady: null,
  slowestRoute: null,
  slowestP95: null,
  loopDelay: 0,
  connectionsWaitedFor: 0,
  providerFailures: 0,
  serverErrors: 0,
  ...changes,
})

test('processes that report are ready, or say why not', () => {
  expect(sumReports([report(), report({ notReady: 'closing' })])).toMatchObject({
    ready: 1,
    notReady: 1,
    missing: 0,
  })
})

test('a silent process is missing until another has started in its place', () => {
  const silent = report({ seconds: 60 })
  expect(sumReports([report(), silent]).missing).toBe(1)
  expect(sumReports([report({ startedSeconds: 50 }), silent]).missing).toBe(0)
  expect(sumReports([report({ startedSeconds: 50 }), silent, silent]).missing).toBe(1)
  expect(sumReports([silent])).toMatchObject({ ready: 0, missing: 1 })
})

test('failures add up, and the slowest route is the slowest of all who report', () => {
  const together = sumReports([
    report({ slowestRoute: '/cart', slowestP95: 40, providerFailures: 2 }),
    report({ slowestRoute: '/buy', slowestP95: 90, providerFailures: 1, serverErrors: 4 }),
    report({ slowestRoute: '/old', slowestP95: 900, providerFailures: 9, seconds: 60 }),
  ])
  expect(together).toMatchObject({
    slowest: { route: '/buy', p95: 90 },
    providerFailures: 3,
    serverErrors: 4,
  })
})

test('the longest delay counts, and all who wait for a connection, of those that report', () => {
  const busy = report({ id: 'b', loopDelay: 1_400, connectionsWaitedFor: 3 })
  const waiting = report({ id: 'c', loopDelay: 20, connectionsWaitedFor: 2 })
  const silent = report({ id: 'd', seconds: 60, loopDelay: 9_000, connectionsWaitedFor: 9 })
  expect(sumReports([busy, waiting, silent])).toMatchObject({
    loopDelay: 1_400,
    connectionsWaitedFor: 5,
  })
})
