import { expect, test } from 'vitest'

import { nearLimitText, whyNotByStateText } from './state-rules.copy.ts'
import type { CountedBy, CountedIn, ForbiddenVerdict, StateVerdict } from './state-rules.rules.ts'

type Limit = { ml: number; hadMl: number; countedBy: CountedBy; countedIn: CountedIn }

/** A cart of so many cases of three bottles. */
const verdictOn = (cases: number, limit: Limit, problem: StateVerdict['problem'] = null) =>
  ({
    ...{ problem, saleMl: cases * 2_250 },
    rule: { id: 'one', largestOrderMl: null, limit },
  }) as ForbiddenVerdict

const of = (ml: number, hadMl: number, countedBy: CountedBy, countedIn: CountedIn): Limit => ({
  ...{ ml, hadMl, countedBy, countedIn },
})

test.each([
  [
    of(18_000, 13_500, 'person', 'calendar-year'),
    'Minnesota lets one person receive 24 bottles a year; you have had 18. Two cases can go; or choose Local Pick up.',
  ],
  [
    of(9_000, 6_750, 'household', 'calendar-month'),
    'Minnesota lets one household receive 12 bottles a month; yours has had 9. One case can go; or choose Local Pick up.',
  ],
  [
    of(9_000, 9_000, 'address', 'two-months'),
    'Minnesota lets one address receive 12 bottles in two months; yours has had 12. No more can go for now; please choose Local Pick up.',
  ],
  [
    of(750, 6_750, 'person', 'twelve-months'),
    'Minnesota lets one person receive 1 bottle in twelve months; you have had 9. No more can go for now; please choose Local Pick up.',
  ],
  [
    of(20_000, 13_500, 'person', 'year-from-july'),
    'Minnesota lets one person receive 20 liters from July to June; you have had 18 bottles. Two cases can go; or choose Local Pick up.',
  ],
  [
    of(9_000, 7_125, 'person', 'calendar-month'),
    'Minnesota lets one person receive 12 bottles a month; you have had 7.125 liters. No more can go for now; please choose Local Pick up.',
  ],
])('a limit says what it is, what was had and what can go: %j', (limit, text) => {
  expect(whyNotByStateText(verdictOn(3, limit, 'over-volume'), { state: 'MN', cases: 3 })).toBe(
    text,
  )
})

test('the largest order says how much it is', () => {
  const rule = { id: 'one', largestOrderMl: 4_500, limit: null }
  expect(
    whyNotByStateText(
      { problem: 'order-too-large', saleMl: 6_750, rule },
      { state: 'MT', cases: 3 },
    ),
  ).toBe('One order to Montana may hold 6 bottles. Two cases can go; or choose Local Pick up.')
  // What was had before leaves less than one order may hold.
  const limit = of(4_500, 2_250, 'person', 'calendar-month')
  expect(
    whyNotByStateText(
      { problem: 'order-too-large', saleMl: 6_750, rule: { ...rule, limit } },
      { state: 'DC', cases: 3 },
    ),
  ).toBe(
    'One order to District of Columbia may hold 6 bottles. One case can go; or choose Local Pick up.',
  )
})

test.each([
  ['state-suspended', 'We are not shipping wine to Ohio at the moment.'],
  [
    'birthdate-needed',
    'We need your birthdate before we can send wine to Ohio: its rules ask for it.',
  ],
  ['zip-not-served', 'We are not permitted to ship wine to this ZIP code.'],
] as const)('%s is said in one sentence', (problem, sentence) => {
  const verdict = { problem, saleMl: 2_250, rule: null }
  expect(whyNotByStateText(verdict, { state: 'OH', cases: 1 })).toBe(sentence)
})

test.each([
  // Four more cases: one order does not reach it.
  [1, 6_750, null],
  [2, 6_750, 'After this order, three more cases can go.'],
  [2, 9_000, 'After this order, two more cases can go.'],
  [3, 9_000, 'After this order, one more case can go.'],
  [3, 11_250, 'After this order, no more can go.'],
])('%i cases after %i ml: %s', (cases, hadMl, said) => {
  const limit = of(18_000, hadMl, 'person', 'calendar-year')
  const had = hadMl / 750
  expect(nearLimitText(verdictOn(cases, limit), { state: 'MN', cases })).toBe(
    said && `Minnesota lets one person receive 24 bottles a year; you have had ${had}. ${said}`,
  )
})

test('nothing is said of no limit, of what is refused, and of an empty cart', () => {
  const near = of(2_250, 0, 'person', 'calendar-year')
  const about = { state: 'MN', cases: 1 }
  expect(nearLimitText({ problem: null, saleMl: 2_250, rule: null }, about)).toBeNull()
  expect(nearLimitText(verdictOn(1, near, 'state-suspended'), about)).toBeNull()
  expect(nearLimitText(verdictOn(0, near), { ...about, cases: 0 })).toBeNull()
})
