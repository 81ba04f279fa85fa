import { expect, test } from 'vitest'

import { mayLookUp } from './return-from-payment.actions.server.ts'

test('ten look-ups of a payment in ten minutes, counted for ten thousand payments at most', () => {
  let now = 0
  const services = { db: {} as never, clock: () => new Date(now) }
  const lookUp = (id: string, times: number) =>
    Array.from({ length: times }, () => mayLookUp(services, id)).filter(Boolean).length
  expect(lookUp('first', 12)).toBe(10)
  now = 600_000 - 1
  expect(lookUp('first', 1)).toBe(0)
  now += 1
  expect(lookUp('first', 12)).toBe(10)
  for (let n = 2; n <= 10_000; n++) lookUp(`other ${n}`, 1)
  expect(lookUp('first', 1)).toBe(0)
  expect(lookUp('one too many', 1)).toBe(1)
  expect(lookUp('first', 12)).toBe(10)
})
