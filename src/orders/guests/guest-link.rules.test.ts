import { expect, test } from 'vitest'

import { guestLinkEnds } from './guest-link.rules.ts'

test('the link to a guest’s order works for 120 days', () => {
  expect(guestLinkEnds(new Date('2026-11-02T18:30:15.250Z')).toISOString()).toBe(
    '2027-03-02T18:30:15.250Z',
  )
})
