import { expect, test } from 'vitest'

import { keptThrough, recordYears } from './retention.rules.ts'

test.each([
  ['2026-11-30', 7, '2033-12'],
  ['2026-12-01', 7, '2034-01'],
  ['2028-02-29', 3, '2031-03'],
])(
  'the person of an order of %s is kept for %d years, and erased in %s at the latest',
  (day, years, month) => {
    expect(keptThrough(day, years)).toBe(month)
  },
)

test('records are kept for seven years, or as many from three to ten as counsel decides', () => {
  expect(recordYears).toEqual({ least: 3, most: 10, usual: 7 })
})
