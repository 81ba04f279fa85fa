import { expect, test } from 'vitest'

import { ruleText, volumeText } from './rule-words.copy.ts'

const rule = {
  isSuspended: false,
  limitMl: null,
  countedBy: null,
  countedIn: null,
  needsBirthdate: false,
  largestOrderMl: null,
}

test.each([
  [750, '1 bottle (0.75 liters, 750 ml)'],
  [9_000, '12 bottles (9 liters, 9,000 ml)'],
  [18_927, '25 bottles (18.927 liters, 18,927 ml)'],
  [1_000, '1 bottle (1 liter, 1,000 ml)'],
])('%i ml are %s', (ml, text) => {
  expect(volumeText(ml)).toBe(text)
})

test('a rule in words has its limit, its time and what else it wants', () => {
  expect(ruleText(rule)).toBe('No limit')
  expect(
    ruleText({ ...rule, limitMl: 18_000, countedBy: 'person', countedIn: 'calendar-year' }),
  ).toBe('24 bottles (18 liters, 18,000 ml) per person in a calendar year')
  expect(ruleText({ ...rule, largestOrderMl: 9_000, needsBirthdate: true })).toBe(
    'No limit; at most 12 bottles (9 liters, 9,000 ml) in an order; the buyer’s birthdate is needed',
  )
  expect(ruleText({ ...rule, isSuspended: true })).toBe('Suspended: nothing is shipped there')
})
