import { expect, test } from 'vitest'

import { isShippingMethod, needsAddress, shippingPrice, shippingTier } from './shipping.rules.ts'

test.each([
  ['overnight', 1, 9_000],
  ['overnight', 2, 11_000],
  ['overnight', 3, 13_000],
  ['ground', 1, 3_500],
  ['ground', 2, 5_000],
  ['ground', 3, 8_500],
  ['pickup', 1, 0],
  ['pickup', 2, 0],
  ['pickup', 3, 0],
] as const)('%s of %i costs %i cents', (method, cases, price) => {
  expect(shippingPrice(method, cases)).toBe(price)
})

test.each([0, 4, -1, 1.5, 1e9, Number.NaN])('no shipping price for a count of %s', (cases) => {
  expect(shippingTier(cases)).toBeNull()
  expect(shippingPrice('ground', cases)).toBeNull()
})

test('local pickup needs no address, and unknown methods are rejected', () => {
  expect(needsAddress('pickup')).toBe(false)
  expect(needsAddress('ground')).toBe(true)
  expect(isShippingMethod('drone')).toBe(false)
})
