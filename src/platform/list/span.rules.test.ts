import { expect, test } from 'vitest'

import { readSpan } from './span.rules.ts'

test('a span has two valid moments', () => {
  const from = '2026-02-01T08:00:00Z'
  expect(readSpan(`${from}--2026-03-01T08:00:00Z`)).toEqual({ from, to: '2026-03-01T08:00:00Z' })
  for (const end of ['2026-02-30T08:00:00Z', '0000-01-01T00:00:00Z', '2026-02-01', '']) {
    expect(readSpan(`${from}--${end}`)).toBeNull()
  }
})
