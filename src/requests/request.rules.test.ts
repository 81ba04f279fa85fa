import { describe, expect, test } from 'vitest'

import {
  automaticGrants,
  grantHours,
  isChangeable,
  isForWine,
  isInWords,
  kindFacts,
  maxAnswerText,
  maxRequestText,
  maxRequestUnits,
  maxSavedAnswers,
  mayBecome,
  overdueAfterWorkingDays,
  readRequestNumber,
  reminderHours,
  requestKinds,
  requestNumber,
  requestStates,
  workingDaysBetween,
} from './request.rules.ts'

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
    ['2026-11-21', '2026-11-23', 1],
    // Over fifty years.
    ['2026-11-20', '2076-11-20', 13_045],
    ['2026-11-23', '2026-11-20', 0],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(workingDaysBetween(from, to)).toBe(days)
  })
})

test.each([
  ['open', ['granted', 'declined', 'waiting', 'lapsed', 'withdrawn']],
  ['waiting', ['open', 'granted', 'declined', 'lapsed', 'withdrawn']],
  ['granted', ['taken', 'lapsed']],
  ['declined', ['waiting']],
  ['taken', []],
  ['lapsed', []],
  ['withdrawn', []],
] as const)('a request that is %s may become %j', (from, states) => {
  expect(requestStates.filter((to) => mayBecome(from, to))).toEqual(states)
})

test('requests for wine have units, and they and other words can be changed', () => {
  expect(requestKinds.filter(isForWine)).toEqual(['wine', 'more'])
  expect(requestKinds.filter(isInWords)).toEqual(['other'])
  expect(requestKinds.filter(isChangeable)).toEqual(['wine', 'more', 'other'])
  const withPosition = requestKinds.filter((kind) => kindFacts[kind].hasQueue)
  expect(withPosition).toEqual(['wine', 'more', 'club'])
})

test('how much is asked and answered, and how long a grant lasts', () => {
  expect(requestNumber(3014)).toBe('R-3014')
  expect([maxRequestUnits, maxRequestText, maxAnswerText, maxSavedAnswers]).toEqual([
    ...[12, 300, 600, 10],
  ])
  expect(grantHours).toEqual({ least: 24, most: 336, usual: 72 })
  expect(reminderHours).toEqual({ before: 24, leastGrant: 48 })
  expect(automaticGrants).toEqual({ from: 8, until: 20, perDay: 20 })
  expect(overdueAfterWorkingDays).toBe(5)
})
