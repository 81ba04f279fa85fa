import { expect, test } from 'vitest'

import { reminderDue, reportsDueText, standingOf } from './licence.rules.ts'

test.each([
  [46, null],
  [45, 45],
  [15, 45],
  [14, 14],
  [4, 14],
  [3, 3],
  [0, 3],
])('%i days before the end the reminder of %s days is due', (daysLeft, reminder) => {
  expect(reminderDue(daysLeft)).toBe(reminder)
})

const licence = {
  ...{ state: 'OH', from: '2026-06-01', until: '2027-05-31', coveredBy: '' },
  ...{ daysLeft: 100, hasBegun: true, isSuspending: false, isUnfollowed: true },
}
const ended = { daysLeft: -1, isUnfollowed: false }

test.each([
  ['Valid', {}],
  ['Valid', { daysLeft: 46 }],
  ['! Ends in 45 days', { daysLeft: 45 }],
  ['! Ends in 1 day', { daysLeft: 1 }],
  ['! Ends today', { daysLeft: 0 }],
  ['Ends in 3 days, another one follows', { daysLeft: 3, isUnfollowed: false }],
  [
    'Ends in 3 days, covered by the renewal',
    { daysLeft: 3, isUnfollowed: false, coveredBy: 'the renewal' },
  ],
  ['Begins on 6/1/2026', { hasBegun: false }],
  ['! Ended: Ohio is suspended', { daysLeft: -1, isSuspending: true }],
  ['Ended, another one is valid', ended],
  ['Ended, covered by the renewal', { ...ended, coveredBy: 'the renewal' }],
])('%s', (text, change) => {
  const { words, isBad } = standingOf({ ...licence, ...change })
  expect(isBad ? `! ${words}` : words).toBe(text)
})

test('how often and on which day reports are due', () => {
  expect(reportsDueText('quarter', 20)).toBe('Every quarter, on day 20')
  expect(reportsDueText(null, null)).toBeNull()
})
