import { expect, test } from 'vitest'

import {
  batchSize,
  campaignLimits,
  campaignStates,
  mayBecome,
  proposedStart,
} from './campaign.rules.ts'

test.each([
  ['draft', ['scheduled']],
  ['scheduled', ['draft', 'sending', 'stopped']],
  ['sending', ['paused', 'sent', 'stopped']],
  ['paused', ['sending', 'stopped']],
  ['sent', []],
  ['stopped', []],
] as const)('a campaign that is %s may become %j', (from, states) => {
  expect(campaignStates.filter((to) => mayBecome(from, to))).toEqual(states)
})

test('nobody gets more than three emails of a release, nor two in a day', () => {
  expect(campaignLimits).toEqual({ perRelease: 3, hoursBetween: 20 })
  expect(batchSize).toBe(500)
})

test.each([
  [2_000, 600, '2027-03-12T16:51:00Z'],
  [601, 600, '2027-03-12T16:53:00Z'],
  [3, 1, '2027-03-12T16:52:00Z'],
  // Without a limit they leave within a minute.
  [2_000, 0, '2027-03-12T16:54:00Z'],
])('%i emails at %i a minute begin at %s to have come by five', (count, perMinute, at) => {
  const opening = new Date('2027-03-12T17:00:00Z')
  expect(proposedStart(opening, count, perMinute)).toEqual(new Date(at))
})
