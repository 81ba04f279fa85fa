import { expect, test } from 'vitest'

import type { StaffUserFields } from './staff-user.rules.ts'
import {
  billingAsShipping,
  hasNoBilling,
  hasNoShipping,
  hasOwnBilling,
} from './staff-user.rules.ts'

const shipping = {
  ...{ firstname: 'Ana', lastname: 'Ruiz', address: '1 Main Street', addressExtra: '' },
  ...{ city: 'Reno', state: 'NV', zipCode: '89501' },
}
const noBilling = {
  ...{ xfirstname: '', xlastname: '', xaddress: '', xaddressExtra: '', xcity: '' },
  ...{ xstate: '', xzipCode: '' },
}
const fields = (more: object = {}) =>
  ({ ...shipping, ...noBilling, billDifThanShip: true, ...more }) as unknown as StaffUserFields

test('an address is none while nothing but blanks is in it', () => {
  const blank = { ...noBilling, address: ' ', addressExtra: '', city: '', state: '', zipCode: '' }
  expect([hasNoShipping(blank), hasNoBilling({ ...blank, xcity: ' ' })]).toEqual([true, true])
  expect([hasNoShipping({}), hasNoBilling({})]).toEqual([true, true])
  expect(hasNoShipping({ ...blank, zipCode: '89501' })).toBe(false)
  expect(hasNoBilling({ ...blank, xcity: 'Reno' })).toBe(false)
})

test('billing that would be lost differs from shipping, is there, and is chosen', () => {
  const same = billingAsShipping(fields())
  expect(same).toEqual({
    ...{ xfirstname: 'Ana', xlastname: 'Ruiz', xaddress: '1 Main Street', xaddressExtra: '' },
    ...{ xcity: 'Reno', xstate: 'NV', xzipCode: '89501' },
  })
  expect(hasOwnBilling(fields({ ...same, xzipCode: '89502' }))).toBe(true)
  expect(hasOwnBilling(fields(same))).toBe(false)
  expect(hasOwnBilling(fields())).toBe(false)
  expect(hasOwnBilling(fields({ ...same, xcity: 'Elko', billDifThanShip: false }))).toBe(false)
})
