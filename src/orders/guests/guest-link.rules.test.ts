import { expect, test } from 'vitest'

import { guestLinkEnds, needsNewLink } from './guest-link.rules.ts'

test('the link to a guest’s order works for 120 days', () => {
  expect(guestLinkEnds(new Date('2026-11-02T18:30:15.250Z')).toISOString()).toBe(
    '2027-03-02T18:30:15.250Z',
  )
})

test.each([
  ['2026-11-03T00:00:00Z', false],
  ['2027-02-15T00:00:00Z', false],
  ['2027-02-15T00:00:01Z', true],
  ['2027-06-01T00:00:00Z', true],
])('an email of %s about an order of November 2 has a link of its own: %s', (now, isNew) => {
  expect(needsNewLink(new Date('2026-11-02T00:00:00Z'), new Date(now))).toBe(isNew)
})
