import { expect, test } from 'vitest'

import { ageGateOf } from './age-gate.rules.ts'

test.each([
  [{}, 'ask'],
  [{ ageKey: 'older' }, 'open'],
  [{ ageKey: 'younger' }, 'ask'],
  [{ ageRefused: 'younger' }, 'refused'],
  [{ ageKey: 'older', ageRefused: 'younger' }, 'refused'],
])('%o: %s', (cookies, gate) => {
  expect(ageGateOf(cookies)).toBe(gate)
})
