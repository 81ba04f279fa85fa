import { expect, test } from 'vitest'

import { userReferenceOf } from './user-reference.rules.ts'

test.each([
  ['ana@example.com', { email: 'ana@example.com' }],
  ['cus_123@example.com', { email: 'cus_123@example.com' }],
  ['cus_123', { stripeCustomerId: 'cus_123' }],
  ['0d2f7a52-6d8e-4a55-9d0c-2f0a8f1f3a10', { userId: '0d2f7a52-6d8e-4a55-9d0c-2f0a8f1f3a10' }],
])('%s refers to a user by what it is', (text, reference) => {
  expect(userReferenceOf(text)).toEqual(reference)
})
