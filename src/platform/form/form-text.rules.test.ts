import { expect, test } from 'vitest'

import { linesWith } from '../../../tests/harness/code-lines.ts'
import { wholeNumberIn } from './form-text.rules.ts'

test('a whole number is plain digits', () => {
  const read = ['2001', '007', '999999999', 3].map(wholeNumberIn)
  expect(read).toEqual([2001, 7, 999_999_999, 3])
  const others = ['', ' ', 'x', '-1', '+1', '1.0', '1.5', '1e1', '0x10', '٣', '9999999999', null]
  expect(others.map(wholeNumberIn)).toEqual(others.map(() => null))
})

test('nothing that somebody typed, or an address asks for, is read by Number alone', () => {
  const outside = '(form|params|Params|query|typed|asked|sent|values)\\b'
  const reads = linesWith(
    `(^|[^A-Za-z])(Number|parseInt|parseFloat)\\(.*${outside}|z\\.coerce\\.(number|int)`,
  )
  expect(reads.filter((line) => !checked.some((one) => line.startsWith(one)))).toEqual([])
})

/** Where digits were looked at before, a minus is read too, or a carrier answers. */
const checked = [
  'src/catalogue/on-sale/release-form.rules.ts',
  'src/compliance/wine-facts/wine-facts.rules.ts',
  'src/platform/form/form-text.rules.ts',
  'src/shipping/tracking/ups-tracking.adapter.server.ts',
  'src/storefront/cart/cart.route.ts',
]
