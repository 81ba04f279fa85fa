import { expect, test } from 'vitest'

import { subscriptionOf } from './account.rules.ts'

test.each([
  [null, 'active'],
  ['active', 'active'],
  ['inactive', 'inactive'],
] as const)('a subscription that is stored as %s is %s', (kept, subscription) => {
  expect(subscriptionOf(kept)).toBe(subscription)
})
