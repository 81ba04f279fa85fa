import { expect, test } from 'vitest'

import { startView } from './members-start.rules.ts'

test.each([
  [true, false, 'dash'],
  [true, true, 'dash'],
  [false, false, 'current'],
  [false, true, 'orders'],
] as const)('club member %s, with orders %s, starts on %s', (club, orders, view) => {
  expect(startView(club, orders)).toBe(view)
})
