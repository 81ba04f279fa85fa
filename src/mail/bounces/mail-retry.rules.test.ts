import { expect, test } from 'vitest'

import { maxHandoversInDoubt, maxMailTries, retryDelay } from './mail-retry.rules.ts'

const delays = (random: number) =>
  Array.from({ length: maxMailTries }, (_, index) => retryDelay(index + 1, random))

test('an email is retried at growing intervals for about a day, then no more', () => {
  const seconds = delays(0.5)
  expect(seconds.at(-1)).toBeNull()
  const waits = seconds.slice(0, -1) as number[]
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(26)
})

test('jitter spreads the retries of emails that failed together', () => {
  expect(retryDelay(1, 0)).toBeLessThan(retryDelay(1, 1)!)
  expect(retryDelay(5, 0)).toBe(300)
  expect(retryDelay(5, 1)).toBe(500)
})

test('the intervals are these seconds, and an email is handed over in doubt at most twice', () => {
  expect(delays(0.5)).toEqual([
    ...[5, 15, 45, 120, 400, 1_200, 3_600, 10_800, 21_600, 21_600, 21_600, null],
  ])
  expect(maxHandoversInDoubt).toBe(2)
})
