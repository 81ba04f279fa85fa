import { expect, test } from 'vitest'

import type { Caller } from './caller.server.ts'
import { presenceOf } from './caller.server.ts'

const visitor = (changes: Partial<Caller> = {}): Caller => ({
  url: '/offering',
  agent: 'Browser',
  address: '203.0.113.7',
  session: undefined,
  pass: undefined,
  ...changes,
})

test('visitors of a network count as ten at most, whatever their browsers say; customers each', () => {
  const many = Array.from({ length: 300 }, (_, index) => index)
  const counted = (of: (index: number) => Partial<Caller>) =>
    new Set(many.map((index) => presenceOf(visitor(of(index))))).size
  expect(counted((index) => ({ agent: `Browser ${index}` }))).toBe(10)
  expect(counted((index) => ({ session: `session-${index}` }))).toBe(300)
  expect(counted((index) => ({ address: `203.0.${index % 100}.7` }))).toBe(100)
})
