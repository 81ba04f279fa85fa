import { expect, test } from 'vitest'

import { isUnits, leftOf, ruleConditions } from './allocation.rules.ts'

test('the first rule that fits applies: staff choose from the club’s highest level down to everyone', () => {
  expect(ruleConditions).toEqual([
    ...['club-12', 'club-6', 'bought', 'spent', 'confirmed', 'everyone'],
  ])
})

test('an allocation has up to 99 whole units, or none', () => {
  expect([-1, 0, 1.5, 99, 100, Number.NaN].filter(isUnits)).toEqual([0, 99])
})

test.each([
  [{ units: 6, held: 1, bought: 2 }, 3],
  [{ units: 3, held: 1, bought: 2 }, 0],
  // Lowered by staff below what was bought.
  [{ units: 2, held: 1, bought: 2 }, 0],
])('of %j are left: %i', (allocation, left) => {
  expect(leftOf(allocation)).toBe(left)
})
