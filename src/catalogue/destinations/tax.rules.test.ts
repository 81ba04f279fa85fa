import { expect, test } from 'vitest'

import { defaultTaxPercent, lineTax } from './tax.rules.ts'

test.each([
  [45_000, 7.25, 3_263], // 3262.5 rounds up
  [90_000, 7.25, 6_525],
  [135_000, 7.25, 9_788], // 9787.5 rounds up
  [55_500, 7.25, 4_024], // 4023.75
  [45_000, 0, 0],
  [100, 8.875, 9],
  // A rate has four decimals, and less than half a cent is none.
  [499_999, 0.0001, 0],
  [500_000, 0.0001, 1],
])('%i cents at %f %% is %i cents', (total, percent, tax) => {
  expect(lineTax(total, percent)).toBe(tax)
})

test('the tax of California is 7.25 % unless a setting says otherwise', () => {
  expect(defaultTaxPercent).toBe(7.25)
})
