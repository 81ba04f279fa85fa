import { expect, test } from 'vitest'

import { gallonsOf, lawCasesOf, litersOf } from './volume.rules.ts'

test.each([
  [0, '0.0000', '0.000', '0.0000'],
  [750, '0.1981', '0.750', '0.0833'],
  [2_250, '0.5944', '2.250', '0.2500'],
  // Four digits of a gallon, and a thousand liters.
  [3_785, '0.9999', '3.785', '0.4206'],
  [3_786, '1.0002', '3.786', '0.4207'],
  [1_000_000, '264.1721', '1000.000', '111.1111'],
  [123_456_789_000, '32613833.3277', '123456789.000', '13717421.0000'],
])('%i ml are %s gallons, %s liters and %s cases', (ml, gallons, liters, cases) => {
  expect([gallonsOf(ml), litersOf(ml), lawCasesOf(ml)]).toEqual([gallons, liters, cases])
})

test('what is added up is rounded once: a hundred bottles are not a hundred rounded ones', () => {
  expect(gallonsOf(75_000)).toBe('19.8129')
  expect((100 * Number(gallonsOf(750))).toFixed(4)).toBe('19.8100')
})
