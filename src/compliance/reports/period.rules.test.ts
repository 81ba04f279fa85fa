import { expect, test } from 'vitest'

import {
  daysSince,
  lastDayOf,
  longDayInSpanish,
  newestPeriods,
  periodBefore,
  periodCode,
  periodName,
  periodNameInSpanish,
  periodOf,
  readPeriod,
} from './period.rules.ts'

test.each([
  ['2026-10', 'month', '2026-10-01', '2026-11-01', 'October 2026', 'octubre de 2026'],
  ['2026-12', 'month', '2026-12-01', '2027-01-01', 'December 2026', 'diciembre de 2026'],
  [
    '2026-Q1',
    'quarter',
    '2026-01-01',
    '2026-04-01',
    'January to March 2026',
    'enero a marzo de 2026',
  ],
  [
    ...(['2026-Q4', 'quarter', '2026-10-01', '2027-01-01'] as const),
    ...(['October to December 2026', 'octubre a diciembre de 2026'] as const),
  ],
  [
    '2026-H1',
    'half-year',
    '2026-01-01',
    '2026-07-01',
    'January to June 2026',
    'enero a junio de 2026',
  ],
  [
    ...(['2026-H2', 'half-year', '2026-07-01', '2027-01-01'] as const),
    ...(['July to December 2026', 'julio a diciembre de 2026'] as const),
  ],
  ['2026', 'year', '2026-01-01', '2027-01-01', '2026', '2026'],
] as const)('%s is a %s from %s until %s', (code, every, from, until, name, spanish) => {
  const period = readPeriod(code)!
  expect(period).toEqual({ every, from, until })
  expect(periodCode(period)).toBe(code)
  expect([periodName(period), periodNameInSpanish(period)]).toEqual([name, spanish])
})

test.each(['', '2026-13', '2026-00', '2026-Q5', '2026-H3', '1999', '2026-1', '2026-10-01', 'x'])(
  'no period is %j',
  (code) => {
    expect(readPeriod(code)).toBeNull()
  },
)

test('a day is in one period of each kind, and each has one before it', () => {
  expect(
    (['month', 'quarter', 'half-year', 'year'] as const).map((every) => [
      periodCode(periodOf(every, '2026-06-30')),
      periodCode(periodOf(every, '2026-07-01')),
      periodCode(periodBefore(periodOf(every, '2026-01-31'))),
    ]),
  ).toEqual([
    ['2026-06', '2026-07', '2025-12'],
    ['2026-Q2', '2026-Q3', '2025-Q4'],
    ['2026-H1', '2026-H2', '2025-H2'],
    ['2026', '2026', '2025'],
  ])
  expect(newestPeriods('quarter', '2026-02-03', 3).map(periodCode)).toEqual([
    '2026-Q1',
    '2025-Q4',
    '2025-Q3',
  ])
})

test('days of periods', () => {
  expect(lastDayOf({ until: '2024-03-01' })).toBe('2024-02-29')
  expect(daysSince('2026-10-31', '2026-11-02')).toBe(2)
  expect(longDayInSpanish('2026-02-05')).toBe('5 de febrero de 2026')
})
