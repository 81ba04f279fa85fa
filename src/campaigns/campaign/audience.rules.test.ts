import { expect, test } from 'vitest'

import { audienceSchema, everybody, isOfAccounts } from './audience.rules.ts'

const wave = '11111111-1111-4111-8111-111111111111'

test('without a filter a campaign goes to everybody, subscribers too', () => {
  expect(everybody).toEqual({
    ...{ waveId: '', hasAllocationLeft: false, clubLevel: '', ordered: '', state: '', got: '' },
    withSubscribers: true,
  })
})

test.each([
  [{}, false],
  [{ waveId: wave }, true],
  [{ hasAllocationLeft: true }, true],
  [{ clubLevel: '6' }, true],
  [{ clubLevel: '12' }, true],
  // Nobody without an account is in the club.
  [{ clubLevel: 'none' }, false],
  [{ ordered: 'yes' }, true],
  [{ ordered: 'no' }, false],
  [{ state: 'DC' }, false],
  [{ state: 'TX' }, false],
  [{ got: wave }, false],
  [{ withSubscribers: false }, false],
])('%j can only be met by an account: %s', (filter, is) => {
  expect(isOfAccounts(audienceSchema.parse(filter))).toBe(is)
})
