import { expect, test } from 'vitest'

import { wrong, wrongFields } from './staff-record.server.ts'

test('a field that is wrong is another answer than one that another record has', () => {
  expect(wrongFields({ email: 'No' })).toMatchObject({ status: 400, errors: { email: 'No' } })
  expect(wrong('email', 'Taken')).toMatchObject({
    ...{ status: 409, message: 'Taken', errors: { email: 'Taken' } },
  })
})
