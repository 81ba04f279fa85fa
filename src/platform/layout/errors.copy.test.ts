import { expect, test } from 'vitest'

import { adminErrorWords } from '../admin/admin.copy.ts'
import { errorWords } from './errors.copy.ts'

test.each([400, 405, 409, 415, 422, 429])('%s is not said to be a failure of ours', (status) => {
  expect(errorWords(status).title).toBe('This could not be done')
  expect(adminErrorWords(status).title).toBe('This could not be done')
  expect(errorWords(status).text).not.toContain('our side')
})

test.each([500, 503])('%s is', (status) => {
  // Nobody is notified of one failure: who reads it writes to us, with its number.
  const { text } = errorWords(status)
  expect(text).toBe('Something failed on our side. Please try again in a moment.')
})

test('what has words of its own keeps them', () => {
  expect(errorWords(404).title).toBe("Something's missing")
  expect(errorWords(451).title).toBe('Unavailable For Headless Browser')
  expect(adminErrorWords(451).title).toBe('Unavailable For Headless Browser')
})
