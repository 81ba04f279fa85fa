import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { numericDay } from './dates.rules.ts'

/** Screens of staff and their words, apart from what is sent to buyers or printed for others. */
const screensOfStaff = [
  'src/{accounting,admin,releases,requests,shipping}/**/*.{tsx,copy.ts}',
  'src/{campaigns/campaign,catalogue/wines,orders,privacy/merging,privacy/people}/**/*.{tsx,copy.ts}',
  'src/platform/{admin,audit,list}/**/*.{tsx,copy.ts}',
  'src/order-changes/for-buyer.tsx',
]
const forOthers = [
  ...['mails.tsx', 'shipping/whereabouts/', 'requests/own-requests.tsx'],
  'months/accounting-summary.copy.ts',
  // Read from across the cellar, for a few days.
  'release-day/release-day.tsx',
]
const otherForm =
  /\b(?:longDay|longMoment|weekday|monthDay|weekdayMoment|writtenDate|writtenWeekday|toLocale(?:Date|Time)String|DateTimeFormat)\b/

test('staff read dates in one form, by day and moment', () => {
  const others = screensOfStaff
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.includes('.test.') && !forOthers.some((part) => file.includes(part)))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        // What customers read is shown to staff word by word.
        .filter((line) => otherForm.test(line) && !line.includes('leftSentence'))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(others).toEqual([])
})

test.each([
  ['2026-11-05', '11/5/2026'],
  ['1981-04-12', '4/12/1981'],
  ['soon', 'soon'],
])('the day %s is %s', (text, shown) => {
  expect(numericDay(text)).toBe(shown)
})
