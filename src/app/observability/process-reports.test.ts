import { createHistogram } from 'node:perf_hooks'

import { expect, test } from 'vitest'

import { loopDelaySinceLast } from './process-reports.ts'

test('the delay of the event loop is that since the last report, in milliseconds', () => {
  const delay = createHistogram()
  const measured = (...milliseconds: number[]) => {
    for (const each of milliseconds) delay.record(each * 1_000_000)
    return loopDelaySinceLast(delay)
  }
  expect(measured(20, 20, 1_220)).toBeCloseTo(1_200, -1)
  expect(measured(20, 25, 22)).toBeCloseTo(5, -1)
  expect(measured()).toBe(0)
})
