import { expect, test } from 'vitest'

import { keptThrough } from './retention.rules.ts'

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
