import { expect, test } from 'vitest'

import { inTime } from './in-time.ts'

test('what is ready in time is the response', async () => {
  expect(await inTime(Promise.resolve('paid'), 'late', 10_000)).toBe('paid')
})

test('what is not is answered without it, and its own end is nobody’s fault', async () => {
  let fail = (_reason: Error) => {}
  const work = new Promise<string>((_, reject) => (fail = reject))
  expect(await inTime(work, 'late', 1)).toBe('late')
  fail(new Error('much later'))
  await expect(work).rejects.toThrow('much later')
})

test('what goes wrong in time is thrown', async () => {
  await expect(inTime(Promise.reject(new Error('now')), 'late', 10_000)).rejects.toThrow('now')
})
