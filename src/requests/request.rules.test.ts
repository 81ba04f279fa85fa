import { describe, expect, test } from 'vitest'

import { mayBecome, readRequestNumber, requestStates, workingDaysBetween } from './request.rules.ts'

describe('the number of a request', () => {
  test.each([
    ['R-3014', 3014],
    ['r3014', 3014],
    [' 3014 ', 3014],
    ['K-3014', null],
    ['', null],
    ['3014.5', null],
  ])('%j is read as %j', (text, number) => {
    expect(readRequestNumber(text)).toBe(number)
  })
})

describe('working days', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 0], // a Friday
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-20', '2026-11-27', 5],
    ['2026-11-20', '2026-11-30', 6],
    ['2026-11-21', '2026-11-22', 0],
    ['2026-11-23', '2026-11-20', 0],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(workingDaysBetween(from, to)).toBe(days)
  })
})

test('an ended request changes its state no more', () => {
  for (const ended of ['taken', 'lapsed', 'withdrawn'] as const) {
    expect(requestStates.filter((state) => mayBecome(ended, state))).toEqual([])
  }
})
