import { expect, test } from 'vitest'

import { inTime } from './in-time.api.ts'

test('returns what is ready in time', async () => {
  expect(await inTime(Promise.resolve('paid'), 'late', 10_000)).toBe('paid')
})

test('returns the late result after the timeout, and leaves the work to its caller', async () => {
  let fail = (_reason: Error) => {}
  const work = new Promise<string>((_, reject) => (fail = reject))
  expect(await inTime(work, 'late', 1)).toBe('late')
  fail(new Error('much later'))
  await expect(work).rejects.toThrow('much later')
})

test('throws what fails in time', async () => {
  await expect(inTime(Promise.reject(new Error('now')), 'late', 10_000)).rejects.toThrow('now')
})
